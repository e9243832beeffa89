import { describe, expect, test } from 'vitest'
import { cornerJoiner, neutralWords } from '../find/region-words.ts'
import { askedCategories } from './categories.ts'
import { matchedSubstrings } from './matched-substrings.ts'
import { findableWords, normalise, plain } from './normalise.ts'
import { parseQuery } from './parse-query.ts'
import { mayMean, spellings, typedSpellings } from './spellings.ts'
import { edits, textScore } from './text-score.ts'

test.each([
  ['Av. 18 de Julio', 'avenida 18 de julio'],
  ['Bvar. España', 'bulevar espana'],
  ['Dr.Luis Piera', 'doctor luis piera'],
  ["O'Higgins / Peñarol", 'ohiggins penarol'],
  ['  Große   Straße ', 'grosse strasse'],
  ['شارع النيل', 'شارع نيل'],
  ['ش. الْأَمِير', 'شارع امير'],
  ['ул. Ленина', 'улица ленина'],
  ['Йошкар-Олинская', 'иошкар олинская'],
  ['Đường Lê Lợi', 'duong le loi'],
  ['Łódzka', 'lodzka'],
  ['İstiklal Cad.', 'istiklal caddesi'],
  ['Bahnhofstr.', 'bahnhofstrasse'],
  ['新宿駅前', '新宿 宿駅 駅前'],
  ['ซอย 5', 'ซอ อย 5'],
  ['مبنى ١٢', 'مبني 12'],
  ['मकान १२', 'मकान 12'],
  // [design/maps-134]
  ['תל־אביב', 'תל אביב'],
  ['צה״ל', 'צהל'],
  ['צה"ל', 'צהל'],
  ['שָׁדֵרוֹת ח׳', 'שדרות ח'],
  ['constructor', 'constructor'],
  ['“', ''],
])('%s is found as %s', (written, found) => expect(normalise(written)).toBe(found))

test.each([
  ['Av.Italia', 'av italia'],
  ['E.Lecle', 'e lecle'],
  ['J.R.R.Tolkien', 'jrr tolkien'],
  ['S.A.', 'sa'],
])('a dot in "%s" is read as in "%s"', (written, words) => expect(plain(written)).toBe(words))

test('treats decomposed and composed letters alike', () => expect(plain('Cordo\u0301n')).toBe(plain('Cord\u00f3n')))

test.each([
  ['Bahnhofstrasse', ['bahnhof', 'strasse']],
  ['Feldkircher Strasse', ['feldkircherstrasse']],
  ['St. Gallen', ['st', 'sankt', 'saint', 'gallen']],
  ['Terminal Tres Cruces', ['trescruces']],
])('%s is found by %j', (name, words) => expect(findableWords(name)).toEqual(expect.arrayContaining(words)))

describe('a line is read', () => {
  const housesIn = (typed: string) =>
    parseQuery(typed).readings.flatMap(({ words, house }) => (house ? [`${words.join(' ')} # ${house.label}`] : []))

  test.each([
    ['18 de julio', []],
    ['1234', []],
    ['hotel 12345678', []],
    ['18 de julio 1234', ['18 de julio # 1234']],
    ['1234 colonia', ['colonia # 1234']],
    ['colonia 1234 bis', ['colonia # 1234bis']],
    ['colonia 34a', ['colonia # 34a']],
    ['colonia 34 A', ['colonia # 34a']],
    ['colonia 12-16', ['colonia # 12-16']],
    ['colonia 12 – 16', ['colonia # 12-16']],
    ['colonia nº 34', ['colonia # 34']],
    ['colonia 1820 apto 302', ['colonia # 1820']],
    ['улица Ленина, дом 7', ['улица ленина # 7']],
    ['شارع النيل ١٢', ['شارع نيل # 12']],
    ['Via Roma 12/A', ['via roma # 12/a']],
    ['Rua Augusta 12-A', ['rua augusta # 12-a']],
    ['улица Ленина 12к3', ['улица ленина # 12к3']],
    ['улица Ленина 12к3с1', ['улица ленина # 12к3с1']],
    ['Hauptstraße 12/1', ['hauptstrasse # 12/1']],
    ['Hauptstraße 12/1/5', ['hauptstrasse # 12/1/5']],
    ['Dlouhá 705/16a', ['dlouha # 705/16a']],
    ['Carrera 7 No. 71-21', ['carrera 7 # 71-21', 'carrera 71 # 7']],
    ['Carrera 7 # 71A - 21', ['carrera 7 # 71a-21', 'carrera 71a # 7']],
    ['Rua do Almada 45 - 4050-036 Porto', ['rua do almada # 45']],
    ['1st avenue', []],
    // signs before the number and words behind it [design/maps-133]
    ['İstiklal Caddesi No:12', ['istiklal caddesi # 12']],
    ['Bağdat Caddesi No: 12', ['bagdat caddesi # 12']],
    ['rue de la Paix 12bis', ['rue de la paix # 12bis']],
    ['12-ter rue de la Paix', ['rue de la paix # 12ter']],
    ['rue de la Paix 12quater', ['rue de la paix # 12quater']],
    ['улица Ленина 12 корпус 2', ['улица ленина # 12к2']],
    ['ул. Ленина, д. 12, корп. 2, кв. 5', ['ул ленина # 12к2']],
    ['улица Ленина 12 стр 3', ['улица ленина # 12с3']],
    ['улица Ленина 12 к 2 строение 3', ['улица ленина # 12к2с3']],
    // flats, floors and notes [design/maps-132]
    ['18 de Julio 1234, apto 302', ['18 de julio # 1234']],
    ['18 de Julio 1234, apto', ['18 de julio # 1234']],
    ['Colonia 1820 of. 302', ['colonia # 1820']],
    ['Calle 8 de Octubre 2345 piso 3', ['calle 8 de octubre # 2345']],
    ['Mayor 12, 3º B', ['mayor # 12']],
    ['Rua do Almada 45, 2º Dto', ['rua do almada # 45']],
    ['Rua do Almada 45, R/C esq.', ['rua do almada # 45']],
    ['123 Main St, Apt 4B', ['main st # 123']],
    ['Flat 2, 10 Baker Street', ['baker street # 10']],
    ['Unit 4, 5th Avenue 12, 3rd floor', ['5th avenue # 12']],
    ['12 rue de la Paix, 2ème étage', ['rue de la paix # 12']],
    ['Via Roma 12, scala B, int. 5', ['via roma # 12']],
    ['Hauptstrasse 5, Wohnung Nr. 3', ['hauptstrasse # 5']],
    ['Hauptstrasse 5, 2. Stock', ['hauptstrasse # 5']],
    ['ул. Ленина 12, 3 этаж, кв.5', ['ул ленина # 12']],
    ['İstiklal Cad. No:12 Kat:3 D:5', ['istiklal cad # 12']],
    ['דיזנגוף 99 דירה 5', ['דיזנגוף # 99']],
    ['شارع النيل ١٢، شقة ٣', ['شارع نيل # 12']],
    ['गांधी मार्ग 12 फ्लैट 3', ['गांधी मार्ग # 12']],
    ['Jl. Sudirman 12 lantai 3', ['jl sudirman # 12']],
    ['中山路100号3楼302室', ['中山 山路 # 100']],
    ['Soriano 914, al lado del banco', ['soriano # 914']],
    ['Vaduz, Hinter dem Hof 5', ['hinter dem hof # 5']],
    ['Soriano 914 frente al parque', ['soriano # 914']],
  ])('"%s" has the houses %j', (typed, houses) => expect(housesIn(typed)).toEqual(houses))

  test.each([
    ['Soriano 914, esq. Río Branco', []],
    ['18 de Julio 1234 (portón verde)', []],
    ['18 de Julio 1234 (casa blanca)', ['casa', 'blanca']],
    ['18 de Julio 1234 (302)', []],
  ])('"%s": the surroundings of the house are %j [design/maps-132]', (typed, around) => {
    const [reading] = parseQuery(typed).readings
    expect(reading).toMatchObject({ house: {}, around, aside: around })
  })

  test.each([
    'Bank of China',
    'University of York',
    'Gateway of India',
    'Roof Top Bar',
    'Flat Iron',
    'Calle Piso',
    'A4 Top',
  ])('the name "%s" keeps its words [design/maps-132]', (typed) =>
    expect(parseQuery(typed).words).toEqual(plain(typed).split(' ')),
  )

  test('an ordinal number stays a part of the name', () => {
    const words = ['2', 'я', 'парковая', 'улица']
    expect(parseQuery('2-я Парковая улица').words).toEqual(words)
    expect(parseQuery('2-я Парковая улица 5').readings.find(({ house }) => house?.label === '5')?.words).toEqual(words)
  })

  test.each([
    ['Städtle 43, 9490 Vaduz', 'stadtle # 43', ['9490', 'vaduz']],
    ['9490 Vaduz, Städtle 43', 'stadtle # 43', ['9490', 'vaduz']],
    ['43 Städtle, Vaduz', 'stadtle # 43', ['vaduz']],
    ['Städtle, 43, Vaduz', 'stadtle # 43', ['vaduz']],
    ['Pasaje 506, 3224, Montevideo', 'pasaje 506 # 3224', ['montevideo']],
    ['Rua do Almada 45, 4050-036 Porto', 'rua do almada # 45', ['4050036', 'porto']],
  ])('"%s" in any order: street, number, surroundings', (typed, house, around) => {
    const reading = parseQuery(typed).readings.find(
      (one) => one.house && `${one.words.join(' ')} # ${one.house.label}` === house,
    )
    expect(reading?.around).toEqual(expect.arrayContaining(around))
  })

  test('the name of the region is no condition', () => {
    const { readings } = parseQuery('soriano 914 montevideo uruguay', new Set(['montevideo', 'uruguay']))
    expect(readings.some(({ words, house }) => words.join(' ') === 'soriano' && house?.number === 914)).toBe(true)
  })

  test('splits corners at every joining word', () => {
    const corners = (typed: string) => parseQuery(typed).corners.map(({ a, b }) => `${a.join(' ')} × ${b.join(' ')}`)
    expect(corners('Herrera y Obes & Colonia')).toEqual(['herrera × obes colonia', 'herrera y obes × colonia'])
    for (const joiner of ['esq.', 'esquina', 'y', '&', '/', 'Ecke', 'and', 'i', 'con', 'com', 'et', 'angolo', 'угол'])
      expect(corners(`ejido ${joiner} colonia`), joiner).toContain('ejido × colonia')
    expect(corners('18 de Julio, esquina Ejido, Centro')).toContain('18 de julio × ejido')
    expect(corners('y colonia y')).toEqual([])
    expect(parseQuery('ejido esquina').words).toEqual(['ejido'])
    expect(parseQuery('Rua do Canto').words).toEqual(['rua', 'do', 'canto'])
  })

  test('long input is cut and punctuation alone is nothing', () => {
    expect(parseQuery('a '.repeat(5000)).words.length).toBeLessThanOrEqual(14)
    expect(parseQuery('?!;--').words).toEqual([])
    expect(parseQuery("'; drop table geo.place; --").words).toEqual(['drop', 'table', 'geo', 'place'])
    expect(parseQuery('rua 1, rua 2, rua 3, rua 4, rua 5, rua 6').readings.length).toBeLessThanOrEqual(8)
  })
})

test.each([
  ['airport', 'airport'],
  ['flughafen vaduz', 'airport'],
  ['المطار', 'airport'],
  ['机场', 'airport'],
  ['вокзал', 'station'],
  ['estación de tren', 'station'],
  ['बस अड्डा', 'bus'],
  ['taksi durağı', 'taxi'],
])('"%s" asks for the kind %s [design/maps-44]', (typed, category) =>
  expect(askedCategories(plain(typed).split(' ')).map((asked) => asked.category)).toContain(category),
)

test('a misspelt word for a kind of place is one when asked for with mistakes only', () => {
  for (const [typed, category] of [['aiport', 'airport'], ['hosptial', 'hospital'], ['fluhgafen', 'airport'], ['аэропрот', 'airport']] as const) {
    expect(askedCategories([typed])).toEqual([])
    expect(askedCategories([typed], (a, b) => a === b || mayMean(a, b)).map((asked) => asked.category)).toContain(category)
  }
}) // prettier-ignore

test('counts a swap of neighbours as one edit', () => expect(edits('treminal', 'terminal')).toBe(1))

test.each([
  ['juilo', 'julio'],
  ['treminal', 'terminal'],
  ['hosptial', 'hospital'],
  ['pallacio', 'palacio'],
  ['canelonez', 'canelones'],
  ['pas', 'paz'],
  ['lzu', 'luz'],
  ['csa', 'casa'],
  ['paaz', 'paz'],
  ['рзо', 'роз'],
])('%s shares a spelling with %s', (typed, word) => {
  expect(typedSpellings(typed).some((one) => spellings(word).includes(one))).toBe(true)
  expect(mayMean(typed, word)).toBe(true)
})

const score = (typed: string, name: string, around: string[] = []): number => {
  const words = plain(typed).split(' ')
  return textScore({ words, categories: askedCategories(words) }, { name: normalise(name), around, categories: [] })
}

test.each([
  ['the same beats the begun', 'colonia', 'Colonia', 'Colonia Valdense'],
  ['the begun beats the misspelt', 'rivera', 'Rivera', 'Ribera'],
  ['all words beat one', 'estadio centenario', 'Estadio Centenario', 'Avenida Centenario'],
  ['a misspelt word still counts', 'agrasiada', 'Agraciada', 'Agrario'],
  ['a misspelt word of three letters still counts', 'la pas', 'La Paz', 'Paso de la Arena'],
  ['joined words are met', 'trescruces', 'Terminal Tres Cruces', 'Tres Árboles'],
])('%s', (_, query, better, worse) => expect(score(query, better)).toBeGreaterThan(score(query, worse)))

test('a word that is found nowhere excludes the place; one of the surroundings does not', () => {
  expect(score('obelisco buenos aires', 'Obelisco a los Constituyentes')).toBe(0)
  expect(score('landstrasse vaduz', 'Landstrasse', ['vaduz'])).toBeGreaterThan(
    score('landstrasse', 'Landstrasse') - 0.3,
  )
  expect(score('vaduz', 'Landstrasse', ['vaduz'])).toBe(0)
})

test('an airport is above a street that is named after it', () => {
  const asked = { words: ['aeropuerto'], categories: askedCategories(['aeropuerto']) }
  const airport = textScore(asked, { name: 'carrasco', around: [], categories: ['airport'] })
  expect(airport).toBeGreaterThan(textScore(asked, { name: 'del aeropuerto', around: [], categories: [] }))
})

test.each([
  ['Avenida 18 de Julio', ['18', 'de', 'jul'], ['18', 'de', 'Jul']],
  ['Bulevar España', ['espa'], ['Espa']],
  ['Bulevar Espan\u0303a', ['espan'], ['Espan\u0303']],
  ['Teatro Solís', ['soliz'], ['Solís']],
  ['Avenida Italia', ['av'], ['Avenida']],
  ['Mercado del Puerto', ['xyz'], []],
  ['רחוב חטיבת צה״ל', ['צהל'], ['צה״ל']],
  ['תל־אביב', ['אביב'], ['אביב']],
  ['東京新宿駅', ['新宿', '宿駅'], ['新宿駅']],
])('in "%s" %j marks %j', (text, query, marked) => {
  expect(matchedSubstrings(text, query).map(({ offset, length }) => text.slice(offset, offset + length))).toEqual(
    marked,
  )
})

test('a corner is written as in the country, and its name in any language excludes nothing', () => {
  expect(['UY', 'PT', 'LI', 'FR', 'GB', 'RU'].map((code) => cornerJoiner({ name: '', countries: [code] }))).toEqual([
    ' y ',
    ' com ',
    ', Ecke ',
    ' et ',
    ' & ',
    ' / ',
  ])
  expect(cornerJoiner({ name: '', countries: [] })).toBe(' & ')
  const neutral = neutralWords({ name: 'Porto', countries: ['DE'] })
  for (const word of ['porto', 'germany', 'alemania', 'deutschland', 'германия', plain('ألمانيا')])
    expect(neutral).toContain(word)
})
