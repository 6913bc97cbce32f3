import { names, type Names } from './names.ts';

/** Of languages that Windows-1252 cannot write. */
export const otherNames: Readonly<Record<string, Names>> = {
  pl: names(
    `Wiśniewski Wójcik Kamiński Zieliński Szymański Woźniak Dąbrowski Kozłowski Jabłoński Król Wróbel Wieczór
Krawczyk Stępień Górski Michałowski Nowiński Jaźwiński Pawłowski Gołąb Głowacki Łukasik Źrebiec Żak Śliwa Ćwik
Ślusarczyk Żuraw Łoś Piątek Kołodziej Mróz Bąk Zając Sikora Świątek Kuźma Chmiel Gajos Pająk`,
    `Michał Paweł Łukasz Rafał Małgorzata Żaneta Stanisław Józef Bożena Grażyna Świętosław Zdzisław Wacława
Elżbieta Wiesława Mieczysław Bogusław Lesław Bolesław Róża Kamil Przemysław Radosław Sławomir Mirosław
Jarosław Zbyszko Miłosz Błażej Marcin Ksawery Urszula Władysława Wojciech Cześć Józefina Łucja Żelisława
Ścibor Hubert`,
    `ul. Krótka 5 Łódź, ul. Długa 12 Kraków, ul. Świętokrzyska 1 Gdańsk, ul. Mickiewicza 7 Poznań, ul. Źródlana 33
Wrocław, ul. Śląska 8 Białystok, ul. Żeromskiego 41 Rzeszów, ul. Słowackiego 3 Toruń, al. Piłsudskiego 18
Dąbrowa Górnicza, ul. Książęca 9 Częstochowa, ul. Kościuszki 2 Bielsko-Biała, ul. Różana 6 Gdynia, ul. Łąkowa
14 Opole, ul. Złota 77 Warszawa, pl. Wolności 16 Elbląg, ul. Górna 20 Przemyśl, ul. Młyńska 4 Tarnów, ul.
Północna 31 Słupsk, ul. Wąska 10 Zamość, ul. Brzozowa 22 Żory`,
  ),
  cs: names(
    `Novák Dvořák Černý Procházka Kučera Veselý Horák Němec Pokorný Král Růžička Beneš Fiala Sedláček Doležal Zeman
Kolář Navrátil Čermák Vaněk Urban Blažek Kříž Kovář Bartoš Vlček Polák Musil Kopecký Šimek Konečný Malý Holub
Čech Štěpánek Staněk Kadlec Říha Šťastný Žák`,
    `Jiří Tomáš Václav Ondřej Lukáš Zdeněk Božena Věra Kateřina Lenka Žaneta Šárka Radůza Matěj Vojtěch Luděk Řehoř
Dušan Květa Růžena Alžběta Aleš Barbora Blažena Čeněk Dáša Františka Hynek Jarmila Kryštof Libuše Miloš
Naděžda Oldřich Přemysl Šimon Štěpán Taťána Vítězslav Zdeňka`,
    `Dlouhá 5 Praha, Husova 12 Plzeň, Náměstí Míru 1 Brno, Široká 7 Olomouc, Žižkova 33 České Budějovice, Nádražní
8 Děčín, Příčná 41 Ústí nad Labem, Školní 3 Kroměříž, Zámecká 18 Český Krumlov, Květná 9 Třebíč, Lipová 2
Jindřichův Hradec, Smetanova 6 Třinec, Růžová 14 Žďár nad Sázavou, Měšťanská 77 Mělník, Tyršova 16 Příbram,
Dělnická 20 Litoměřice, Ještědská 4 Liberec, Svatoplukova 31 Znojmo, Údolní 10 Opava, Čechova 22 Přerov`,
  ),
  hu: names(
    `Kovács Szabó Tóth Horváth Kiss Molnár Németh Farkas Lőrincz Erdős Győri Szűcs Gyűrű Fűzesi Szőke Pető Bődi
Csősz Dezső Ertőd Füleki Gálffy Hegedűs Jávor Kőműves Lukács Mészáros Nyúl Őrsi Pásztor Rácz Sörös Tűzkő
Újvári Veress Zöld Bíró Sipőcz Szőllősi Ötvös`,
    `László Zoltán Gábor István József Ágnes Ernő Jenő Gergő Dezső Győző Szőke Fülöp György Krisztián Mátyás Márton
Péter Tibor Zsófia Enikő Emőke Kinga Réka Éva Ildikó Piroska Tünde Ödön Özséb Rezső Benő Gyöngyvér Hajnal
Lőrinc Sándor Vilmos Csongor Botond Imre`,
    `Kossuth Lajos utca 5 Győr, Petőfi Sándor út 12 Békéscsaba, Fő tér 1 Pécs, Erdősor 7 Kecskemét, Szőlő utca 33
Gyöngyös, Rákóczi út 8 Budapest, Vörösmarty tér 41 Mezőkövesd, Hősök tere 3 Székesfehérvár, Mező utca 18
Dunaújváros, Tűzoltó utca 9 Szekszárd, Jókai utca 2 Cegléd, Széchenyi tér 6 Szolnok, Ady Endre út 14
Nyíregyháza, Arany János utca 77 Törökszentmiklós, Kőbányai út 16 Hódmezővásárhely, Bem József utca 20
Püspökladány, Gyümölcs utca 4 Kőszeg, Deák Ferenc utca 31 Érd, Zrínyi utca 10 Gödöllő, Sörház utca 22
Esztergom`,
  ),
  ro: names(
    `Ionescu Pătrașcu Șerban Țepeș Mădălin Crăciun Bălan Dănilă Grădinaru Lăcătuș Măcelaru Nițu Oprișan Păun
Rădulescu Săvulescu Târnovan Ungureanu Vîlcu Zărnescu Boţ Ciobănescu Drăgan Făgărășan Ghiță Hîrșu Iordăchescu
Jurcă Lupașcu Munteanu Năstase Olărescu Puşcaş Răducanu Stănescu Tănase Vrânceanu Câmpeanu Ştefan Ţiriac`,
    `Ștefan Mihăiță Ioniță Cătălin Mădălina Răzvan Ionuț Florența Șerban Costică Ilinca Nicoleta Gheorghiță
Sânziana Țuțu Vasilică Anișoara Brândușa Crăița Dănuț Fănel Ghiță Horațiu Ilie Lăcrămioara Măriuca Năstăsica
Petrică Răducu Sorin Tincuța Ştefania Ioana Ţintea Luminița Săndel Bogdan Ancuța Iuliana Mitică`,
    `Strada Florilor 5 București, Bulevardul Unirii 12 Iași, Strada Mărășești 1 Constanța, Calea Călărași 7 Brăila,
Strada Gării 33 Galați, Strada Ștefan cel Mare 8 Bacău, Piața Victoriei 41 Timișoara, Strada Măgurei 3 Târgu
Mureș, Aleea Trandafirilor 18 Ploiești, Strada Școlii 9 Bistrița, Strada Țiglina 2 Focșani, Strada Pădurii 6
Râmnicu Vâlcea, Strada Crângului 14 Botoșani, Strada Bălcescu 77 Pitești, Strada Fântânii 16 Reșița, Strada
Băilor 20 Turda, Strada Sării 4 Câmpina, Strada Văii 31 Mediaș, Strada Lăpușneanu 10 Vaslui, Strada Roșiori 22
Hunedoara`,
  ),
  hr: names(
    `Horvat Kovačević Babić Marić Jurić Novak Kovačić Knežević Vuković Marković Petrović Matić Tomić Pavlović Božić
Blažević Grgić Pavić Radić Perić Filipović Šarić Lovrić Vidović Perković Popović Bošnjak Jukić Barišić Mikić
Žunić Đurđević Šimić Čolak Ćosić Žilić Škugor Đukić Čavić Šušnjara`,
    `Željko Đurđica Božidar Krešimir Tomislav Šime Žarko Nikša Đuro Anđela Vedrana Mišo Joško Hrvoje Domagoj Matija
Blaženka Dražen Dubravka Goran Ivančica Jakša Katica Lovorka Marijača Neđeljka Ožbej Petrušić Ružica Snježana
Štefica Tihana Višnja Zvonimir Žaklina Čedomir Ćiro Andrijača Boško Siniša`,
    `Ilica 5 Zagreb, Šetalište 12 Split, Trg bana Jelačića 1 Varaždin, Vukovarska 7 Šibenik, Kneza Branimira 33
Požega, Školska 8 Đakovo, Radićeva 41 Čakovec, Matoševa 3 Križevci, Županijska 18 Osijek, Strossmayerova 9
Našice, Ribarska 2 Poreč, Kačićeva 6 Omiš, Gajeva 14 Metković, Preradovićeva 77 Daruvar, Frankopanska 16
Biograd, Starčevićev trg 20 Gospić, Žitnjak 4 Sisak, Mažuranićeva 31 Solin, Draškovićeva 10 Vodice, Šenoina 22
Ogulin`,
  ),
  ru: names(
    `Иванов Смирнов Кузнецов Попов Васильев Петров Соколов Михайлов Новиков Фёдоров Морозов Волков Алексеев Лебедев
Семёнов Егоров Павлов Козлов Степанов Николаев Орлов Андреев Макаров Никитин Захаров Зайцев Соловьёв Борисов
Яковлев Григорьев Романов Воробьёв Сергеев Кузьмин Фролов Александров Дмитриев Королёв Гусев Щукин`,
    `Александр Сергей Дмитрий Андрей Алексей Максим Евгений Иван Михаил Артём Никита Юрий Владимир Пётр Николай
Олег Игорь Виктор Анна Мария Елена Ольга Татьяна Наталья Ирина Светлана Екатерина Юлия Анастасия Дарья Ксения
Полина Людмила Галина Валентина Фёдор Эдуард Яна Жанна Щербина`,
    `ул. Ленина 5 Москва, ул. Пушкина 12 Тверь, Невский проспект 1 Санкт-Петербург, ул. Мира 7 Казань, ул. Гагарина
33 Самара, ул. Советская 8 Омск, Садовая улица 41 Челябинск, ул. Чехова 3 Уфа, проспект Победы 18 Пермь, ул.
Кирова 9 Волгоград, ул. Горького 2 Воронеж, ул. Лесная 6 Саратов, ул. Школьная 14 Тюмень, Цветной бульвар 77
Ижевск, ул. Южная 16 Барнаул, ул. Щорса 20 Иркутск, ул. Фрунзе 4 Ярославль, ул. Заводская 31 Хабаровск,
переулок Тихий 10 Томск, ул. Жукова 22 Рязань`,
  ),
  uk: names(
    `Шевченко Коваленко Бондаренко Ткаченко Кравченко Олійник Ковальчук Поліщук Іваненко Лисенко Савченко Петренко
Марченко Руденко Мельник Гончаренко Кравець Білоус Яценко Щербак Їжак Єфименко Ґалаґан Зінченко Мороз Павленко
Левченко Харченко Кузьменко Тимошенко Юрченко Симоненко Гриценко Данилюк Захарченко Костюк Мазур Приходько
Сидоренко Якименко`,
    `Олександр Сергій Андрій Дмитро Юрій Володимир Іван Михайло Богдан Тарас Марія Олена Наталія Ірина Оксана Юлія
Ганна Катерина Світлана Тетяна Євген Їлія Петро Василь Микола Ярослав Остап Зіновій Любов Надія Віра Галина
Соломія Христина Єлизавета Ґеник Орест Роман Ігор Віктор`,
    `вул. Хрещатик 5 Київ, вул. Шевченка 12 Львів, вул. Дерибасівська 1 Одеса, вул. Франка 7 Тернопіль, просп.
Перемоги 33 Харків, вул. Соборна 8 Вінниця, вул. Київська 41 Житомир, вул. Лесі Українки 3 Луцьк, вул.
Грушевського 18 Чернівці, вул. Садова 9 Полтава, вул. Миру 2 Чернігів, вул. Зелена 6 Рівне, вул. Польова 14
Суми, вул. Незалежності 77 Івано-Франківськ, вул. Степова 16 Запоріжжя, вул. Їжакевича 20 Черкаси, вул. Є.
Коновальця 4 Хмельницький, вул. Ґонти 31 Умань, вул. Джерельна 10 Кропивницький, вул. Набережна 22 Ужгород`,
  ),
  el: names(
    `Παπαδόπουλος Γεωργίου Δημητρίου Ιωάννου Νικολάου Παπαγεωργίου Αντωνίου Χριστοδούλου Κωνσταντίνου Βασιλείου
Αθανασίου Οικονόμου Μακρής Καραγιάννης Ζαφειρίου Θεοδώρου Λάμπρου Μιχαηλίδης Ξενάκης Πετρίδης Ράπτης
Σταθόπουλος Τσιρίγος Φωτίου Χατζής Ψαρράς Ώριμος Αγγελόπουλος Βλάχος Γαλάνης Διαμαντής Ευαγγέλου Ζερβός
Ηλιάδης Θωμάς Καλογερόπουλος Λιάπης Μαυρίδης Νίκας Σιδέρης`,
    `Γιώργος Δημήτρης Κώστας Νίκος Γιάννης Παναγιώτης Βασίλης Χρήστος Αθανάσιος Μιχάλης Ευάγγελος Σπύρος Αντώνης
Μαρία Ελένη Κατερίνα Σοφία Άννα Βασιλική Γεωργία Ευαγγελία Δήμητρα Ιωάννα Χριστίνα Αγγελική Φωτεινή Ζωή Ειρήνη
Θεοδώρα Καλλιόπη Λουκάς Ξένια Όλγα Πέτρος Ρένα Στέλιος Τάσος Υπατία Φώτης Έφη`,
    `Οδός Ερμού 5 Αθήνα, Λεωφόρος Κηφισίας 12 Μαρούσι, Πλατεία Συντάγματος 1 Αθήνα, Τσιμισκή 7 Θεσσαλονίκη, Ρήγα
Φεραίου 33 Πάτρα, Κνωσού 8 Ηράκλειο, Παπαναστασίου 41 Λάρισα, Αγίου Δημητρίου 3 Βόλος, Εθνικής Αντιστάσεως 18
Ιωάννινα, Βενιζέλου 9 Χανιά, Δωδεκανήσου 2 Ρόδος, Μεγάλου Αλεξάνδρου 6 Καβάλα, Ακαδημίας 14 Σέρρες, Σόλωνος 77
Κόρινθος, Καποδιστρίου 16 Κέρκυρα, Κολοκοτρώνη 20 Τρίπολη, Ψυχάρη 4 Άρτα, Φιλελλήνων 31 Λαμία, Ξάνθου 10
Ξάνθη, Όθωνος 22 Καλαμάτα`,
  ),
  tr: names(
    `Yılmaz Kaya Demir Şahin Çelik Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç
Kurt Özkan Şimşek Polat Korkmaz Çakır Erdoğan Yavuz Can Acar Güneş Aktaş Bulut Ünal Turan Işık Güler Bozkurt
Taş Köse Avcı Sarı Tekin`,
    `Ayşe Fatma Emine Hatice Zeynep Elif Meryem Şerife Sultan Hanife Merve Özlem Gülşen İbrahim İsmail Hüseyin
Hasan Ömer Ramazan Yusuf Süleyman Oğuz Çağlar Şükrü Uğur Tuğba Gökhan Barış Çiğdem Işıl Nuray Müge Görkem Ebru
Kübra Büşra Doğukan Ağah Iraz İpek`,
    `Atatürk Caddesi 5 İstanbul, Cumhuriyet Bulvarı 12 İzmir, Çiçek Sokak 1 Eskişehir, Bağdat Caddesi 7 Kadıköy,
Gazi Osmanpaşa Mah. 33 Çankaya, İnönü Caddesi 8 Malatya, Şehit Ali Sokak 41 Muğla, Ihlamur Yolu 3 Beşiktaş,
Güneşli Mahallesi 18 Bağcılar, Yeşil Sokak 9 Kütahya, Kızılay Meydanı 2 Ankara, Özgürlük Caddesi 6 Diyarbakır,
Kıbrıs Şehitleri 14 Aydın, Nişantaşı 77 Şişli, Çamlık Yolu 16 Çorum, Ulus Mahallesi 20 Ağrı, Doğu Garajı 4
Iğdır, Söğüt Sokak 31 Bilecik, Dağ Yolu 10 Niğde, Gül Sokak 22 Isparta`,
  ),
  he: names(
    `כהן לוי מזרחי פרץ ביטון דהן אברהם פרידמן מלכה אזולאי כץ יוסף דוד עמר אוחיון חדד גבאי בן־דוד אדרי לוין טל קליין
חן שפירא חזן משה אשכנזי אוחנה סגל גולן יצחק ברק שמעון מור אליהו שטרן שושן נחום רוזן גרינברג`,
    `משה יוסף דוד אברהם יעקב יצחק שמואל דניאל איתי אורי נועם עומר שרה רחל לאה רבקה מרים חנה אסתר יעל תמר נועה שירה
מיכל אביגיל הדס רונית גלית ציפורה טובה אלון גיא רון אריאל עידו צבי פנחס חיים ברוך שלמה`,
    `רחוב הרצל 5 תל אביב, שדרות רוטשילד 12 תל אביב, רחוב יפו 1 ירושלים, רחוב הנביאים 7 חיפה, דרך השלום 33 גבעתיים,
רחוב ויצמן 8 כפר סבא, רחוב סוקולוב 41 הרצליה, רחוב ביאליק 3 רמת גן, שדרות ירושלים 18 אשדוד, רחוב הגפן 9 נתניה,
רחוב האלון 2 רעננה, רחוב הזית 6 באר שבע, רחוב אחד העם 14 פתח תקווה, רחוב בן יהודה 77 חולון, רחוב אלנבי 16 בת
ים, רחוב העצמאות 20 אילת, רחוב המלך ג׳ורג׳ 4 טבריה, רחוב צה״ל 31 עפולה, רחוב קפלן 10 צפת, רחוב טשרניחובסקי 22
נהריה`,
  ),
  lt: names(
    `Kazlauskas Jankauskas Petrauskas Stankevičius Vasiliauskas Žukauskas Butkus Paulauskas Urbonas Kavaliauskas
Šimkus Černiauskienė Žilinskaitė Ąžuolaitė Balčiūnas Dambrauskas Grigonis Juškaitė Kairys Lukoševičius Mažeika
Navickienė Pocius Račienė Šidlauskaitė Tamošaitis Vaitkūnas Zabulėnas Žemaitytė Adomaitienė Bružas Čiapas
Gudaitė Jasiūnas Kuprys Masiulytė Noreikaitė Ramanauskaitė Sabonytė Valiulė`,
    `Jūratė Rūta Živilė Aistė Eglė Šarūnas Žydrūnas Česlovas Gražina Saulė Birutė Aldona Vytautas Mindaugas
Kęstutis Ąžuolas Ieva Lina Giedrė Jurgita Nijolė Ona Dovilė Agnė Monika Viktorija Artūras Darius Egidijus
Gediminas Justė Karolina Laima Mantas Neringa Rasa Sigitas Ugnė Vaidė Zigmas`,
    `Gedimino pr. 5 Vilnius, Laisvės al. 12 Kaunas, Tilžės g. 1 Šiauliai, Taikos pr. 7 Klaipėda, Respublikos g. 33
Panevėžys, Žemaitės g. 8 Mažeikiai, Vytauto g. 41 Alytus, Kęstučio g. 3 Telšiai, Basanavičiaus g. 18 Tauragė,
Šilo g. 9 Ukmergė, Pušų g. 2 Kėdainiai, Liepų g. 6 Plungė, Beržų g. 14 Šilutė, Ąžuolų g. 77 Utena, Jūros g. 16
Palanga, Mokyklos g. 20 Joniškis, Stoties g. 4 Biržai, Dvaro g. 31 Kuršėnai, Ežero g. 10 Molėtai, Kalnų g. 22
Širvintos`,
  ),
  ja: names(
    `佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 斎藤 清水 山崎 森 池田 橋本 阿部 石川 前田 藤田 小川 岡田 後藤 長谷川 村上 近藤 石井 坂本 遠藤
青木 藤井 西村`,
    `太郎 花子 健太 美咲 翔太 愛 大輔 陽子 直樹 裕子 拓也 恵子 誠 真由美 健一 さくら 浩二 由美子 和也 明美 剛 千尋 隆 ひろし 学 みどり 哲也 久美子 翼 あゆみ 亮 京子 茂 智子 豊 洋子 進 幸子
修 ケン`,
    `東京都新宿区西新宿2-8-1, 大阪府大阪市北区梅田3-1, 京都府京都市下京区烏丸通1, 北海道札幌市中央区北3条西6, 愛知県名古屋市中区三の丸3, 福岡県福岡市博多区東公園7, 神奈川県横浜市西区みなとみらい4,
兵庫県神戸市中央区下山手通5, 宮城県仙台市青葉区本町3, 広島県広島市中区基町10, 埼玉県さいたま市浦和区高砂3, 千葉県千葉市中央区市場町1, 静岡県静岡市葵区追手町9, 岡山県岡山市北区内山下2,
熊本県熊本市中央区水前寺6, 鹿児島県鹿児島市鴨池新町10, 沖縄県那覇市泉崎1, 長野県長野市南長野692, 新潟県新潟市中央区新光町4, 石川県金沢市鞍月1`,
  ),
  ko: names(
    `김 이 박 최 정 강 조 윤 장 임 한 오 서 신 권 황 안 송 류 홍 전 고 문 손 양 배 백 허 유 남 심 노 하 곽 성 차 주 우 구 민`,
    `민준 서연 도윤 지우 서준 하윤 예준 서현 시우 민서 주원 지민 하준 수빈 지호 지유 준서 채원 준우 윤서 현우 은서 도현 다은 지훈 예은 건우 소율 우진 지원 선우 하은 민재 시은 현준 유진 연우
가은 유준 영희`,
    `서울특별시 강남구 테헤란로 5, 부산광역시 해운대구 센텀중앙로 12, 대구광역시 중구 동성로 1, 인천광역시 남동구 예술로 7, 광주광역시 서구 상무대로 33, 대전광역시 유성구 대학로 8,
울산광역시 남구 삼산로 41, 경기도 수원시 팔달구 효원로 3, 강원도 춘천시 중앙로 18, 충청북도 청주시 상당구 상당로 9, 전라북도 전주시 완산구 효자로 2, 경상남도 창원시 의창구 중앙대로
6, 제주특별자치도 제주시 문연로 14, 서울특별시 마포구 월드컵북로 77, 서울특별시 종로구 세종대로 16, 경기도 성남시 분당구 판교역로 20, 경기도 고양시 일산동구 중앙로 4, 서울특별시
송파구 올림픽로 31, 부산광역시 동래구 명륜로 10, 경상북도 포항시 북구 중흥로 22`,
  ),
  zh: names(
    `王 李 张 刘 陈 杨 黄 赵 吴 周 徐 孙 马 朱 胡 郭 何 林 罗 高 郑 梁 谢 宋 唐 许 韩 冯 邓 曹 彭 曾 肖 田 董 袁 潘 蒋 蔡 余`,
    `伟 芳 娜 秀英 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 秀兰 霞 平 刚 桂英 建华 文 利 建国 红 志强 宇航 欣怡 梓涵 浩然 子轩 雨桐 晓明 佳琪 俊杰 海燕 玉兰`,
    `北京市朝阳区建国路88号, 上海市浦东新区世纪大道100号, 广州市天河区体育西路5号, 深圳市南山区科技园路12号, 杭州市西湖区文三路7号, 成都市武侯区人民南路33号, 武汉市洪山区珞喻路8号,
西安市雁塔区长安南路41号, 南京市鼓楼区中山北路3号, 天津市和平区南京路18号, 重庆市渝中区解放碑9号, 苏州市姑苏区观前街2号, 青岛市市南区香港中路6号, 大连市中山区人民路14号,
厦门市思明区湖滨南路77号, 长沙市岳麓区麓山路16号, 郑州市金水区花园路20号, 济南市历下区泉城路4号, 哈尔滨市道里区中央大街31号, 昆明市五华区东风西路10号`,
  ),
  'zh-Hant': names(
    `陳 林 黃 張 李 王 吳 劉 蔡 楊 許 鄭 謝 洪 郭 邱 曾 廖 賴 徐 周 葉 蘇 莊 呂 江 何 蕭 羅 高 潘 簡 朱 鍾 游 彭 詹 胡 施 沈`,
    `志明 春嬌 家豪 淑芬 俊傑 美玲 建宏 雅婷 宗翰 怡君 冠宇 淑惠 承恩 佳穎 柏翰 心怡 宇軒 詩涵 品睿 欣妤 文雄 麗華 國華 秀英 明哲 玉蘭 志偉 惠美 信宏 雅雯 德財 月娥 金龍 桂花 家瑋 靜宜 彥廷
曉萍 榮華 寶珠`,
    `臺北市大安區忠孝東路四段5號, 新北市板橋區中山路12號, 桃園市中壢區中央西路1號, 臺中市西屯區臺灣大道7號, 臺南市東區東門路33號, 高雄市苓雅區四維路8號, 基隆市仁愛區愛一路41號, 新竹市東區光復路3號,
嘉義市西區中正路18號, 宜蘭縣羅東鎮民生路9號, 花蓮縣花蓮市國聯路2號, 臺東縣臺東市更生路6號, 屏東縣屏東市自由路14號, 彰化縣員林市大同路77號, 南投縣埔里鎮信義路16號, 雲林縣斗六市雲林路20號,
苗栗縣頭份市建國路4號, 臺北市信義區松高路31號, 臺北市士林區天母西路10號, 高雄市左營區博愛路22號`,
  ),
};
