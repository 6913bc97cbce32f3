"""People, companies and payments as they are in sheets of clubs, offices and shops. Invented, and the same every time."""

import random
from datetime import date, timedelta
from decimal import Decimal

PEOPLE = {
    "us": [
        ("Ann", "Miller"), ("Robert", "O'Neil"), ("Grace", "Lee-Walker"), ("José", "Núñez"), ("Dwayne", "St. John"),
        ("Mary Ann", "Smith"), ("Li", "Wei"), ("Fatima", "al-Hassan"), ("Chris", "Van Dyke"), ("Zoë", "Carter"),
        ("Ian", "McAllister"), ("Priya", "Raman"),
    ],
    "de": [
        ("Jürgen", "Groß"), ("Käthe", "Müller"), ("Anna-Lena", "von der Heide"), ("Uwe", "Schäfer"), ("Björn", "Öztürk"),
        ("Sabine", "Weiß"), ("Karl-Heinz", "Bäcker"), ("Ute", "Jäger"), ("Dr. Maria", "Lüders"), ("Paul", "Löwe"),
    ],
    "fr": [
        ("Amélie", "Lefèvre"), ("François", "Dœuff"), ("Zoé", "d'Alembert"), ("Jérôme", "Le Goff"), ("Chloé", "Saint-Étienne"),
        ("Inès", "Benoît"), ("Gaël", "Garçon"), ("Noël", "Château"),
    ],
    "es": [
        ("María José", "García López"), ("Íñigo", "Muñoz"), ("Ángel", "de la Peña"), ("Begoña", "Ibáñez"), ("Raúl", "Ordóñez"),
        ("Lucía", "Sánchez Gil"),
    ],
    "ja": [
        ("太郎", "山田"), ("さくら", "田中"), ("健一", "鈴木"), ("美咲", "高橋"), ("翔", "渡辺"), ("陽子", "小林"), ("ジョン", "スミス"),
    ],
    "ru": [
        ("Анна", "Иванова"), ("Пётр", "Кузнецов"), ("Ольга", "Соколова"), ("Игорь", "Лебедев"), ("Елена", "Щукина"),
    ],
}
COMPANIES = {
    "us": ["Acme, Inc.", "Bolt & Nut LLC", 'The "Corner" Shop', "Fifth Street Dental", "3M Supplies", "N/A Records", "Total Fitness Co."],
    "de": ["Müller & Söhne GmbH", "Bäckerei Groß", "Elektro-Schäfer KG", "Gesamtschule Nord", "Löwen-Apotheke e.K.", "IT-Büro Weiß UG"],
    "fr": ["Boulangerie Lefèvre", "L'Atelier d'Inès", "Société Générale de Tuyaux", "Garage Château", "Café « Le Zinc »"],
    "es": ["Peña Hermanos S.L.", "Panadería Ibáñez", "Sumas y Restas, S.A."],
    "ja": ["山田商店", "株式会社さくら", "鈴木電機（株）", "合計会計事務所"],
    "ru": ["ООО «Ромашка»", "Итог-Сервис", "ИП Кузнецов"],
}
PLACES = {
    "us": [("12 Main St", "02139", "Cambridge"), ("9 Elm Ave, Apt 4", "60614", "Chicago"), ("P.O. Box 7", "00501", "Holtsville")],
    "de": [("Hauptstr. 5", "01067", "Dresden"), ("Am Bühl 3a", "80331", "München"), ("Große Gasse 11", "04109", "Leipzig")],
    "fr": [("3, rue de l'Église", "01000", "Bourg-en-Bresse"), ("15 bis, av. Foch", "75016", "Paris"), ("Le Bourg", "06000", "Nice")],
    "es": [("C/ Mayor 3, 2º B", "08001", "Barcelona"), ("Avda. del Año 10", "28013", "Madrid")],
    "ja": [("千代田1-1", "100-0001", "東京都"), ("北区梅田3丁目", "530-0001", "大阪市")],
    "ru": [("ул. Ленина, д. 5", "101000", "Москва"), ("Невский пр., 20", "191186", "Санкт-Петербург")],
}
PHONES = {
    "us": ["(555) 010-{0:04d}", "555-010-{0:04d}", "+1 555 010 {0:04d}"],
    "de": ["030 / 90{0:04d}", "0049 89 12{0:04d}", "+49 (0)341 55{0:04d}"],
    "fr": ["01 55 {0:04d} 20", "+33 6 12 {0:04d}", "06.12.34.{0:04d}"],
    "es": ["93 555 {0:04d}", "+34 612 55 {0:04d}"],
    "ja": ["03-5550-{0:04d}", "090-5555-{0:04d}"],
    "ru": ["8 (495) 555-{0:04d}", "+7 812 555 {0:04d}"],
}
NOTES = {
    "us": ["call back", 'says "maybe"', "moved; ask again", "prefers e-mail, not phone", "line one\nline two", "= best client", "", ""],
    "de": ["zahlt pünktlich", "„neuer“ Vertrag; prüfen", "Rückruf\nerbeten", "s. Akte 7/3", "", ""],
    "fr": ["à rappeler", "dit « oui », puis non", "voir dossier n° 12", "deux lignes\nici", "", ""],
    "es": ["llamar mañana", "no molestar; vacaciones", "", ""],
    "ja": ["要連絡", "「急ぎ」とのこと", "一行目\n二行目", "", ""],
    "ru": ["перезвонить", "сказала «да»", "", ""],
}
WORDS = {
    "us": dict(first="First Name", last="Last Name", mail="E-mail", phone="Phone", company="Company", number="Customer No.",
               street="Street", zip="ZIP", city="City", amount="Amount", date="Date", note="Notes", currency="Currency", units="Qty"),
    "de": dict(first="Vorname", last="Nachname", mail="E-Mail-Adresse", phone="Telefon", company="Firma", number="Kundennr.",
               street="Straße", zip="PLZ", city="Ort", amount="Betrag", date="Datum", note="Bemerkung", currency="Währung", units="Menge"),
    "fr": dict(first="Prénom", last="Nom", mail="Courriel", phone="Téléphone", company="Société", number="N° client",
               street="Adresse", zip="Code postal", city="Ville", amount="Montant", date="Date", note="Remarque", currency="Devise", units="Quantité"),
    "es": dict(first="Nombre", last="Apellidos", mail="Correo", phone="Teléfono", company="Empresa", number="Nº cliente",
               street="Dirección", zip="C.P.", city="Ciudad", amount="Importe", date="Fecha", note="Notas", currency="Moneda", units="Cantidad"),
    "ja": dict(first="名", last="姓", mail="メール", phone="電話番号", company="会社名", number="顧客番号",
               street="住所", zip="郵便番号", city="市区町村", amount="金額", date="日付", note="備考", currency="通貨", units="数量"),
    "ru": dict(first="Имя", last="Фамилия", mail="Эл. почта", phone="Телефон", company="Компания", number="№ клиента",
               street="Адрес", zip="Индекс", city="Город", amount="Сумма", date="Дата", note="Примечание", currency="Валюта", units="Кол-во"),
}
TOPICS = {
    "contacts": ["first", "last", "mail", "phone", "note"],
    "clients": ["number", "company", "street", "zip", "city", "phone"],
    "payments": ["date", "number", "company", "amount", "currency"],
    "orders": ["number", "last", "date", "units", "amount", "note"],
    "addresses": ["company", "last", "zip", "city"],
    "members": ["last", "first", "mail", "date", "amount"],
}
CURRENCIES = {"us": "USD", "de": "EUR", "fr": "EUR", "es": "EUR", "ja": "JPY", "ru": "RUB"}
TEXT_TOPICS = {"contacts", "clients", "addresses"}


def mailbox(number):
    return f"{['office', 'info', 'a.b', 'kontakt', 'me+list'][number % 5]}{number}@{['example.com', 'shop.example', 'mail.example.org'][number % 3]}"


def record(language, topic, at, dice):
    """One row: texts, whole numbers, Decimals with two places, and dates."""
    people, places = PEOPLE[language], PLACES[language]
    first, last = people[at % len(people)]
    street, code, city = places[dice.randrange(len(places))]
    number = 1 + at * 7 + dice.randrange(5)
    values = dict(
        first=first, last=last, mail=mailbox(number), phone=dice.choice(PHONES[language]).format(dice.randrange(10_000)),
        company=COMPANIES[language][at % len(COMPANIES[language])], number=f"{number:06d}", street=street, zip=code, city=city,
        amount=Decimal(dice.randrange(1, 900_000)) / 100 if at % 3 else Decimal(dice.randrange(1, 9)) * 1000,
        date=date(2025, 1, 13) + timedelta(days=dice.randrange(600)), note=dice.choice(NOTES[language]),
        currency=CURRENCIES[language], units=dice.randrange(1, 400),
    )
    return [values[name] for name in TOPICS[topic]]


def table(language, topic, rows, seed):
    dice = random.Random(f"{language} {topic} {seed}")
    start = dice.randrange(5)
    return [WORDS[language][name] for name in TOPICS[topic]], [record(language, topic, start + at, dice) for at in range(rows)]
