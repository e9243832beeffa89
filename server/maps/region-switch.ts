import type { AppCategory } from '@remis/domain/booking/variant'
import { isEmptyProposal, keepsNumbers, type MapFacts } from '@remis/domain/backoffice/map-proposal'
import { dayAndTime } from '@remis/domain/kit/calendar-day'
import { english } from '@remis/domain/texts/english'
import { sql } from 'kysely'
import {
  applyProposal,
  compareWithMap,
  nameOfLanguage,
  storedSettings,
  type Compared,
} from '../backoffice/settings/map-proposal.ts'
import { lockSettings } from '../backoffice/settings/settings-cache.ts'
import { findBookingsOutside } from '../booking/read/bookings-outside.ts'
import type { Database } from '../platform/database/database.ts'
import type { Bbox, Region } from '../providers/maps/maps-provider.ts'
import type { Answers } from './import-options.ts'
import { mapFacts } from './map-facts.ts'

/** What a command needs of the installation besides the map. */
export interface SwitchDeps {
  readonly db: Database
  readonly appCategory: AppCategory
  /** Only a start migrates [design/data-96]: until then the settings cannot be read or written. */
  readonly isMigrated: () => Promise<boolean>
  /** The account of the operator on this machine, for the audit. */
  readonly operator: string
  /** Asks yes or no. Undefined when the terminal is not interactive. */
  readonly ask: ((question: string) => Promise<boolean>) | undefined
  readonly print: (line: string) => void
}

type SwitchedTo = Pick<Region, 'name' | 'countries' | 'center'> & { readonly region: string }

const MOST_LISTED = 20

/**
 * Lists the open bookings that begin or end outside a region and asks whether to use it all the same [design/maps-103].
 * `reach`: the boxes in which the region answers, degrees.
 */
export const approveSwitch = async (
  { db, ask, print }: SwitchDeps,
  { accept, force }: Answers,
  { name }: SwitchedTo,
  reach: readonly Bbox[],
): Promise<boolean> => {
  if (!(await isSetUp(db))) return true
  const { count, first } = await findBookingsOutside(db.jobs, reach, MOST_LISTED)
  if (count === 0) return true
  const { timezone } = await storedSettings(db.jobs)
  print(`${count} open ${count === 1 ? 'booking begins or ends' : 'bookings begin or end'} outside ${name}:`)
  for (const { id, tripdate, place } of first) print(`  ${id}  ${dayAndTime(tripdate, timezone)}  ${place}`)
  if (count > first.length) print(`  and ${count - first.length} more`)
  return accept === true || force === true || ((await ask?.(`Use ${name} all the same? (y/n) `)) ?? false)
}

/**
 * Prints the facts of the map's country and the settings that differ, and sets them if the operator agrees
 * [design/maps-104].
 */
export const offerSettings = async (deps: SwitchDeps, { accept }: Answers, map: SwitchedTo): Promise<void> => {
  const { db, ask, print, isMigrated } = deps
  const factsFor = await mapFacts(map)
  const command = `npm run maps:use -- ${map.region} --accept`
  const isReady = await isSetUp(db)
  if (isReady && !(await isMigrated())) {
    print(`The settings belong to an earlier version. Once this one has started, this compares them: ${command}`)
    return
  }
  const facts = factsFor(isReady ? (await storedSettings(db.jobs)).restrictCountry : '')
  print(lineOf(facts))
  if (!isReady) {
    print(`There are no settings before the first start. Once Remis runs, this sets them: ${command}`)
    return
  }
  const compared = await compareWithMap(db.jobs, await storedSettings(db.jobs), factsFor)
  const { lockedCurrency } = compared.proposal
  if (lockedCurrency !== null)
    print(`The currency stays ${compared.now.settings.code}, since there are bookings or payments in it; ${lockedCurrency} is usual there.`)
  if (isEmptyProposal(compared.proposal)) {
    print(`The ${lockedCurrency === null ? '' : 'other '}settings fit this map.`)
    return
  }
  print('These settings do not fit this map:')
  for (const line of linesOf(compared)) print(`  ${line}`)
  if (accept || (await ask?.('Set them? (y/n) '))) {
    await accepted(deps, factsFor)
    print('They are set. A running server uses them within seconds.')
    if (keepsNumbers(Object.keys(compared.proposal.settings)))
      print('Amounts in the settings and prices of car types keep their numbers. Check them.')
  } else print(`They are as before. To set them: ${command}`)
} // prettier-ignore

const accepted = async (
  { db, operator, appCategory }: SwitchDeps,
  factsFor: (country: string) => MapFacts,
): Promise<void> => {
  await db.transact(async (tx) => {
    const before = await lockSettings(tx)
    const compared = await compareWithMap(tx, before.settings, factsFor)
    await applyProposal(tx, before, compared, { operator }, appCategory)
  })
}

const lineOf = ({ map, country, timezone, center }: MapFacts): string =>
  [
    `${map}: ${country?.name ?? 'country not known'}`,
    country?.currencies[0],
    timezone,
    ...(country?.languages.map(nameOfLanguage) ?? []),
    ...(country === null
      ? []
      : [country.miles ? 'miles' : 'kilometres', `cars drive on the ${country.leftHand ? 'left' : 'right'}`]),
    `centre ${center.lat.toFixed(4)}, ${center.lng.toFixed(4)}.`,
  ]
    .filter((part) => part !== undefined && part !== null)
    .join(', ')

const linesOf = ({ now, proposal }: Compared): string[] => {
  const line = (label: string, from: unknown, to: unknown): string =>
    `${label.padEnd(24)} ${shown(from)} -> ${shown(to)}`
  const settings = Object.entries(proposal.settings).map(([name, to]) =>
    line(english[`set_${name as keyof typeof now.settings}`], now.settings[name as keyof typeof now.settings], to),
  )
  const { language, addedLanguages } = proposal
  return [
    ...settings,
    ...(language === null
      ? []
      : [line(english.map_default_language, nameOfLanguage(now.languages[0] ?? ''), nameOfLanguage(language))]),
    ...(addedLanguages.length === 0
      ? []
      : [`${english.map_added_languages.padEnd(24)} ${addedLanguages.map(nameOfLanguage).join(', ')}`]),
  ]
}

const shown = (value: unknown): string =>
  value === ''
    ? english.settings_empty
    : typeof value === 'boolean'
      ? value
        ? english.settings_on
        : english.settings_off
      : String(value)

/**
 * Remis has run with this database: before the first start it has no tables, or a trial would overwrite the settings.
 */
const isSetUp = async (db: Database): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('settings') is not null and to_regclass('bookings') is not null as found`.execute(db.jobs)
  return rows[0]?.found ?? false
}
