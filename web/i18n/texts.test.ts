import { english } from '@remis/domain/texts/english'
import { languages } from '@remis/domain/texts/built-in-languages'
import { directionOf, fallbackLanguage, languageOnly, scriptOf, type Texts } from '@remis/domain/texts/languages'
import { checkText, keysFor } from '@remis/domain/texts/english-checks'
import { hasWords } from '@remis/domain/texts/text-checks'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import sameAsEnglish from './same-as-english.json' with { type: 'json' }
import sameAsRide from './same-as-ride.json' with { type: 'json' }
import wordsOfRides from './words-of-rides.json' with { type: 'json' }

const folder = join(import.meta.dirname, '..', '..', 'domain', 'texts')
const codes = languages.map(({ code }) => code)
const sorted = (keys: Iterable<string>) => [...keys].toSorted((a, b) => a.localeCompare(b))
const filesOf = (code: string) => sorted(readdirSync(join(folder, code)))
const read = (code: string, file: string) => JSON.parse(readFileSync(join(folder, code, file), 'utf8')) as Texts

const textsOf = (code: string): Texts => Object.assign({}, ...filesOf(code).map((file) => read(code, file)))

it('has a folder with the same files for each language [design/languages-1]', () => {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(sorted(folders.map(({ name }) => name))).toEqual(sorted(codes))
  for (const code of codes) expect([code, filesOf(code)]).toEqual([code, filesOf(fallbackLanguage.code)])
})

it('has the comma between the items of a list in its texts [design/languages-19]', () => {
  const web = join(import.meta.dirname, '..')
  const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))
  const written = sources.filter((path) => readFileSync(join(web, path), 'utf8').includes("join(', ')"))
  expect(written).toEqual(['i18n/texts.test.ts'])
})

it('has each key in one file', () => {
  const keys = filesOf(fallbackLanguage.code).flatMap((file) => Object.keys(read(fallbackLanguage.code, file)))
  expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([])
  expect(sorted(Object.keys(english))).toEqual(sorted(keys))
})

/** Nouns of counts that follow a number without plural forms; the keys have a fixed number, or a large one. */
const countedNouns = [
  [
    'ar',
    /\}\} (?:مرات|دقيقة|دقائق|ساعة|ساعات|يوم|أيام|رحلة|رحلات|حجز|سيارة|سطر)/,
    `dashboard_map_more deletion_confirm deletion_text later_more mail_confirm_email_body mail_export_ready_body
      mail_reset_password_body mail_verify_email_body mail_welcome_body person_erase_lead privacy_delete_page privacy_share_text
      rates_try_sample sms_sign_in_code statement_more`,
  ],
  ['ru', /\}\} (?:раз|минут|час|дн|поезд|заказ|строк|машин)/, 'later_more rates_try_sample statement_more'],
] as const

it.each(countedNouns)(
  'has no noun of a count without its plural forms in %s [design/languages-1]',
  (code, noun, fixed) => {
    const found = Object.entries(textsOf(code)).filter(
      ([key, text]) => noun.test(text) && !/_(?:zero|one|two|few|many|other)$/.test(key),
    )
    expect(sorted(found.map(([key]) => key))).toEqual(fixed.split(/\s+/))
  },
)

it('has no full stop after a date in Russian, which ends with one', () => {
  const folders = [folder, join(folder, '..', 'delivery-words')]
  const texts = folders.flatMap((of) =>
    readdirSync(of, { recursive: true, encoding: 'utf8' })
      .filter((file) => /^ru\b.*\.json$/.test(file))
      .flatMap((file) => Object.entries(JSON.parse(readFileSync(join(of, file), 'utf8')) as Texts)),
  )
  expect(texts.length).toBeGreaterThan(2000)
  expect(texts.filter(([, text]) => /\{\{(?:added|date|day|when)\}\}\./.test(text))).toEqual([])
})

describe.each(codes)('%s', (code) => {
  it('has the English keys in each file, in all plural forms of the language [design/languages-1]', () => {
    for (const file of filesOf(code)) {
      const keys = Object.keys(read(code, file))
      const needed = sorted(keysFor(code, Object.keys(read(fallbackLanguage.code, file))))
      expect({ file, missing: needed.filter((key) => !keys.includes(key)) }).toEqual({ file, missing: [] })
      expect({ file, unknown: keys.filter((key) => !needed.includes(key)) }).toEqual({ file, unknown: [] })
    }
  })

  it('has no empty text and keeps the placeholders of the English one', () => {
    const faults = Object.entries(textsOf(code)).flatMap(([key, text]) => {
      const fault = checkText(key, text)
      return fault === null ? [] : [[key, text, fault]]
    })
    expect(faults).toEqual([])
  })

  it.skipIf(code === fallbackLanguage.code)('has no English text but the listed ones [design/languages-2]', () => {
    const equal = Object.entries(textsOf(code)).filter(
      ([key, text]) => text === (english as Texts)[key] && hasWords(text),
    )
    expect(sorted(equal.map(([key]) => key))).toEqual(sorted((sameAsEnglish as Record<string, string[]>)[code] ?? []))
  })

  it('is written in its own script', () => {
    const letters = new RegExp(`\\p{Script=${scriptOf(code)?.replace(/^Han[st]$/, 'Hani')}}`, 'u')
    const foreign = Object.entries(textsOf(code)).filter(([, text]) => hasWords(text) && !letters.test(text))
    expect(foreign).toEqual([])
  })
})

describe('words of a delivery [design/delivery-4]', () => {
  const words = (code: string) =>
    JSON.parse(readFileSync(join(folder, '..', 'delivery-words', `${code}.json`), 'utf8')) as Texts
  const keys = Object.keys(words(fallbackLanguage.code))
  /** The nouns of a ride and its trip code in the other languages, and the texts of a delivery that keep one. */
  const ofRidesIn = Object.entries(wordsOfRides as Record<string, { words: string; stay: string[] }>).map(
    ([code, { words: nouns, stay }]) => ({
      code,
      stay,
      isOfRides: (text: string) => new RegExp(nouns, 'iu').test(text.replaceAll(/\{\{\w+\}\}/g, '')),
    }),
  )
  /** Texts that the product specification gives by the letter. */
  const specified = [
    'col_share',
    'document_taxiPermit',
    'driver_assigned',
    'report_driver_share',
    'social_services_id_hint',
    'title_driverearning',
  ]

  /**
   * Keys of texts that no sender reads, in files that senders read from: of couriers, of the office, and of rides alone
   * (a final fare that differs from the quote, the panic button).
   */
  const notForSenders =
    /^(?:car_type_|drive_|drop_|fare_flag_|follow_car_|panel_|share_trip|trip_(?:other|review|changed|charged)_)|_driver(?:_|$)/
  const othersForNoSender = [
    'alert_not_on_trip',
    'cancel_trip',
    'col_trip_cost',
    'documents_expired',
    'driver_busy',
    'driver_fields_invalid',
    'notice_correction_share',
    'notice_correction_share_back',
    'notice_correction_share_pending',
    'notice_reservation_over',
    'notice_you_cancelled_trip',
    'offer_not_open',
    'person_on_trip',
    'profile_notices_requests',
    'profile_vehicle_lead',
    'title_car_types',
  ]

  it.each(codes)('%s has all of them but the listed ones, for keys of a ride, with their placeholders', (code) => {
    const [own, ride] = [words(code), textsOf(code)]
    const fits = new Set((sameAsRide as Record<string, string[]>)[code])
    const inEnglish = new Set(keysFor(code, keys))
    const needed = [...inEnglish].filter((key) => !fits.has(key))
    // a language may name the passenger or driver where English names none
    const isOfRides = ofRidesIn.find((language) => language.code === code)?.isOfRides ?? (() => false)
    const more = Object.keys(own).filter((key) => !inEnglish.has(key) && isOfRides(ride[key] ?? ''))
    expect(sorted(Object.keys(own))).toEqual(sorted([...needed, ...more]))
    const faults = Object.entries(own).filter(([key, text]) => !(key in ride) || checkText(key, text) !== null)
    expect(faults).toEqual([])
    const letters = new RegExp(`\\p{Script=${scriptOf(code)?.replace(/^Han[st]$/, 'Hani')}}`, 'u')
    expect(Object.values(own).filter((text) => !letters.test(text))).toEqual([])
    const left = Object.entries(own).filter(([key, text]) => text === words(fallbackLanguage.code)[key])
    expect(code === fallbackLanguage.code ? [] : left).toEqual([])
  })

  it('senders and couriers read of no rider', () => {
    const own = words(fallbackLanguage.code)
    const shown = ['chat', 'first', 'follow', 'profile', 'safety', 'shared'].flatMap((file) =>
      Object.entries(read(fallbackLanguage.code, `${file}.json`)),
    )
    const ofRiders = shown.filter(([key, text]) => /\briders?\b/i.test(own[key] ?? text)).map(([key]) => key)
    expect(ofRiders).toEqual([])
  })

  it('the office reads of senders and couriers, but for texts of the specification [design/delivery-42] [design/delivery-66]', () => {
    const shown = { ...textsOf(fallbackLanguage.code), ...words(fallbackLanguage.code) }
    const ofRides = Object.entries(shown).filter(([, text]) =>
      /\b(?:driver|rider|ride|taxi|passenger|trip code)s?\b/i.test(text.replaceAll(/\{\{\w+\}\}/g, '')),
    )
    expect(sorted(ofRides.map(([key]) => key))).toEqual(specified)
  })

  it('senders read of deliveries and vehicles, not of trips and cars [design/delivery-66]', () => {
    const own = words(fallbackLanguage.code)
    const files = ['chat', 'first', 'follow', 'form-messages', 'messages', 'notices', 'profile', 'trips']
    const shown = Object.assign({}, ...files.map((file) => read(fallbackLanguage.code, `${file}.json`))) as Texts
    const ofTrips = Object.entries(shown)
      .map(([key, text]) => [key, own[key] ?? text] as const)
      .filter(([, text]) => /\b(?:trip|car)s?\b/i.test(text.replaceAll(/\{\{\w+\}\}/g, '')))
      .map(([key]) => key)
    expect(sorted(ofTrips.filter((key) => !notForSenders.test(key)))).toEqual(othersForNoSender)
  })

  it('lists the words of a ride for each other language', () => {
    const others = codes.filter((code) => code !== fallbackLanguage.code)
    expect(sorted(ofRidesIn.map(({ code }) => code))).toEqual(sorted(others))
  })

  it.each(ofRidesIn)(
    '$code reads of senders and couriers, too [design/delivery-42] [design/delivery-66]',
    ({ code, isOfRides, stay }) => {
      const shown = Object.entries({ ...textsOf(code), ...words(code) })
      const ofRides = shown.flatMap(([key, text]) => (isOfRides(text) ? [key] : []))
      expect(ofRides.filter((key) => !specified.includes(key) && !stay.includes(key))).toEqual([])
      expect(stay.filter((key) => !ofRides.includes(key))).toEqual([])
    },
  )

  it.each(codes)('%s differs from the words of a ride', (code) => {
    const ride = textsOf(code)
    expect(Object.entries(words(code)).filter(([key, text]) => ride[key] === text)).toEqual([])
  })
})

it('asks for places and labels in the language of a code, also one of three letters [design/web-217]', () => {
  expect(['fil', 'ckb-IQ', 'pt-BR', 'zh-Hant-TW', 'en'].map(languageOnly)).toEqual(['fil', 'ckb', 'pt', 'zh', 'en'])
})

it('knows the direction of languages that operators add', () => {
  expect(['en', 'es-UY', 'ar', 'he', 'fa', 'ur-PK', 'zh-TW', 'not a code'].map(directionOf)).toEqual([
    'ltr',
    'ltr',
    'rtl',
    'rtl',
    'rtl',
    'rtl',
    'ltr',
    'ltr',
  ])
})
