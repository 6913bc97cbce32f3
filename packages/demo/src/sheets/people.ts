import { digits, type Random } from './random.ts';

/** Names, zone, language and telephone numbers that go together. The numbers are ones that regulators keep for fiction. */
interface Place {
  readonly zone: string;
  readonly language: string;
  readonly home: string;
  readonly cell: string;
  readonly familyFirst?: true;
  /** `name:as it stands in an e-mail address`. */
  readonly given: string;
  readonly family: string;
}

export interface Person {
  readonly name: string;
  readonly given: string;
  readonly family: string;
  /** For an e-mail address: ASCII. */
  readonly handle: string;
  readonly zone: string;
  readonly language: string;
  readonly home: string;
  readonly cell: string;
}

const west: readonly [Place, ...Place[]] = [
  {
    zone: 'Europe/Berlin',
    language: 'de',
    home: '030 23125 ###',
    cell: '0171 39200##',
    given: 'Jürgen:juergen Käthe:kaethe Sören:soeren Anneliese:anneliese Björn:bjoern Ulrike:ulrike',
    family: 'Müller:mueller Großmann:grossmann Schäfer:schaefer Weiß:weiss Öztürk:oeztuerk Vogt:vogt',
  },
  {
    zone: 'Europe/Paris',
    language: 'fr',
    home: '01 99 00 ## ##',
    cell: '06 39 98 ## ##',
    given: 'Zoé:zoe Benoît:benoit Anaïs:anais Hélène:helene François:francois Agnès:agnes',
    family: 'Lefèvre:lefevre D’Angély:dangely Gonçalves:goncalves Bœuf:boeuf Le·Goff:legoff Noël:noel',
  },
  {
    zone: 'Europe/London',
    language: 'en-GB',
    home: '0151 496 0###',
    cell: '07700 900###',
    given: 'Siân:sian Oliver:oliver Niamh:niamh Graham:graham Chloë:chloe Priya:priya',
    family: "O'Brien:obrien Fitz-Gerald:fitzgerald Whitworth:whitworth Mc·Kay:mckay Ng:ng Ashdown:ashdown",
  },
  {
    zone: 'America/New_York',
    language: 'en-US',
    home: '(212) 555-01##',
    cell: '+1 917 555 01##',
    given: 'Renée:renee Marcus:marcus Tameka:tameka Jesús:jesus Beth·Ann:bethann Wyatt:wyatt',
    family: 'Peña:pena Smith-Jones:smithjones Washington:washington Núñez:nunez Van·Buren:vanburen Lee:lee',
  },
];

const everywhere: readonly [Place, ...Place[]] = [
  ...west,
  {
    zone: 'Europe/Warsaw',
    language: 'pl',
    home: '022 555 01 ##',
    cell: '+48 555 010 1##',
    given: 'Łukasz:lukasz Żaneta:zaneta Grzegorz:grzegorz Świętosława:swietoslawa',
    family: 'Wiśniewski:wisniewski Dąbrowska:dabrowska Źródło:zrodlo Kępiński:kepinski',
  },
  {
    zone: 'Europe/Kyiv',
    language: 'uk',
    home: '044 555 01 ##',
    cell: '+380 44 555 01##',
    given: 'Олексій:oleksii Соломія:solomiia Їжак:yizhak Ганна:hanna',
    family: 'Шевченко:shevchenko Григорʼєва:hryhorieva Ткачук:tkachuk Бойко:boiko',
  },
  {
    zone: 'Europe/Athens',
    language: 'el',
    home: '0210 555 01##',
    cell: '+30 694 555 01##',
    given: 'Γιώργος:giorgos Ελένη:eleni Σωκράτης:sokratis Άννα:anna',
    family: 'Παπαδόπουλος:papadopoulos Νικολάου:nikolaou Καρράς:karras Θεοδωρίδη:theodoridi',
  },
  {
    zone: 'Asia/Shanghai',
    language: 'zh-CN',
    home: '010 5555 01##',
    cell: '+86 138 5550 01##',
    familyFirst: true,
    given: '伟:wei 秀英:xiuying 子涵:zihan 建国:jianguo',
    family: '王:wang 欧阳:ouyang 张:zhang 李:li',
  },
  {
    zone: 'Asia/Tokyo',
    language: 'ja',
    home: '03-5555-01##',
    cell: '090-5555-01##',
    familyFirst: true,
    given: '翔太:shota さくら:sakura 健一:kenichi ジェーン:jane',
    family: '髙橋:takahashi 佐々木:sasaki 渡邉:watanabe 東:higashi',
  },
  {
    zone: 'Africa/Cairo',
    language: 'ar',
    home: '02 5555 01##',
    cell: '+20 100 555 01##',
    given: 'فاطمة:fatma محمد:mohamed ليلى:layla يوسف:youssef',
    family: 'عبد·الرحمن:abdelrahman المصري:elmasry حسن:hassan الزهراء:elzahraa',
  },
  {
    zone: 'Asia/Kolkata',
    language: 'hi',
    home: '011 5555 01##',
    cell: '+91 98100 001##',
    given: 'प्रिया:priya अर्जुन:arjun दीपिका:deepika कृष्ण:krishna',
    family: 'शर्मा:sharma गुप्ता:gupta त्रिपाठी:tripathi सिंह:singh',
  },
  {
    zone: 'Asia/Seoul',
    language: 'ko',
    home: '02-555-01##',
    cell: '010-5555-01##',
    familyFirst: true,
    given: '민준:minjun 서연:seoyeon 하은:haeun 지훈:jihoon',
    family: '김:kim 박:park 황보:hwangbo 최:choi',
  },
];

/** Somebody of western Europe or North America, whose name Windows-1252 can write. */
export const westerner = (random: Random): Person => personOf(random.pick(west), random);

/** Somebody of anywhere, of the west more often than not. */
export const anybody = (random: Random): Person =>
  personOf(random.once(2) ? random.pick(west) : random.pick(everywhere), random);

function personOf(place: Place, random: Random): Person {
  const given = nameOf(place.given, random);
  const family = nameOf(place.family, random);
  return {
    name: place.familyFirst ? `${family.text}${given.text}` : `${given.text} ${family.text}`,
    given: given.text,
    family: family.text,
    handle: `${given.handle}.${family.handle}`,
    zone: place.zone,
    language: place.language,
    home: digits(place.home, random),
    cell: digits(place.cell, random),
  };
}

/** A raised dot stands for a space inside a name. */
function nameOf(names: string, random: Random): { readonly text: string; readonly handle: string } {
  const [first = '', ...others] = names.split(' ');
  const [text = '', handle = ''] = random.pick([first, ...others]).split(':');
  return { text: text.replaceAll('·', ' '), handle };
}
