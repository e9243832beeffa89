import { createHash } from 'node:crypto'
import {
  isEmptyProposal,
  proposeForMap,
  type MapFacts,
  type MapProposal,
  type SettingsNow,
} from '@remis/domain/backoffice/map-proposal'
import type { MapProposalView, settingsApi } from '@remis/domain/backoffice/settings-api'
import { checkSettings } from '@remis/domain/backoffice/settings-checks'
import type { AppCategory } from '@remis/domain/booking/variant'
import { faultsError } from '@remis/domain/kit/check'
import { AppError } from '@remis/domain/messages/app-error'
import { languages as builtIn } from '@remis/domain/texts/built-in-languages'
import type { Kysely } from 'kysely'
import { mapFacts } from '../../maps/map-facts.ts'
import { addAudit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import type { Tables } from '../../platform/database/schema.ts'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import type { MapsProvider } from '../../providers/maps/maps-provider.ts'
import { listOffered, reportLanguages } from '../languages/languages-store.ts'
import { chooseDefaultLanguage, offerLanguages } from '../languages/provide-languages.ts'
import { auditAuthor, saveChanges, type SettingsAuthor } from './change-settings.ts'
import { lockSettings, mergeSettings, type KeptSettings, type SettingsCache } from './settings-cache.ts'
import { hasMoney, readRow } from './settings-store.ts'

interface Deps extends Platform {
  readonly settings: SettingsCache
  readonly maps: Pick<MapsProvider, 'region'>
}

/** What does not fit the map in use [design/maps-101]. */
export const readMapProposal: UseCase<Deps, typeof settingsApi.map> = async ({ db, maps }) => {
  const factsFor = await mapFacts(maps.region())
  return viewProposal(await compareWithMap(db.request, await storedSettings(db.request), factsFor))
}

/** The settings in the database, which may be newer than those in memory. */
export const storedSettings = async (db: Kysely<Tables>): Promise<SettingsNow['settings']> =>
  mergeSettings((await readRow(db))?.data)

/** Sets what the caller was shown, in one commit; what fits already stays [design/maps-102]. */
export const acceptMapProposal: UseCase<Deps, typeof settingsApi.acceptMap> = async (app, call) => {
  const factsFor = await mapFacts(app.maps.region())
  const done = await call.commit(async (tx) => {
    const before = await lockSettings(tx)
    await app.failpoint.at('settings.locked')
    // The mount checked this process's cache; an admin on another node may just have switched critical edits off.
    if (!before.settings.AllowCriticalEditsAdmin) throw new AppError(403, 'demo_mode')
    const compared = await compareWithMap(tx, before.settings, factsFor)
    if (!isEmptyProposal(compared.proposal) && tokenOf(compared.proposal) !== call.body.proposal)
      throw new AppError(409, 'settings_changed')
    const kept = await applyProposal(tx, before, compared, call, app.config.appCategory)
    return { ...viewProposal(await compareWithMap(tx, kept.settings, factsFor)), kept }
  })
  app.settings.adopt(done.kept)
  return done
}

export interface Compared {
  readonly facts: MapFacts
  readonly now: SettingsNow
  readonly proposal: MapProposal
}

export const compareWithMap = async (
  db: Kysely<Tables>,
  settings: SettingsNow['settings'],
  factsFor: (country: string) => MapFacts,
): Promise<Compared> => {
  const facts = factsFor(settings.restrictCountry)
  const now = { settings, codeFixed: await hasMoney(db), languages: await listOffered(db) }
  return { facts, now, proposal: proposeForMap(facts, now, await nowMs(db)) }
}

/** Writes a proposal over locked settings, checked like any other save. An empty one writes nothing. */
export const applyProposal = async (
  tx: Tx,
  before: KeptSettings,
  { facts, now, proposal }: Compared,
  author: SettingsAuthor,
  appcat: AppCategory,
): Promise<KeptSettings> => {
  const checked = checkSettings(proposal.settings, { current: before.settings, codeFixed: now.codeFixed })
  if ('faults' in checked) throw faultsError(checked.faults)
  const kept = await saveChanges(tx, before, checked.settings, author, { map: facts.map })
  const { language, addedLanguages } = proposal
  if (language === null && addedLanguages.length === 0) return kept
  await offerLanguages(tx, addedLanguages, appcat)
  if (language !== null) await chooseDefaultLanguage(tx, language, appcat)
  await reportLanguages(tx)
  await addAudit(tx, {
    ...auditAuthor(author),
    action: language === null ? 'language.add' : 'language.default',
    subject: `language:${language ?? addedLanguages.join(',')}`,
    data: { langLocale: language, added: addedLanguages, map: facts.map },
  })
  return kept
}

const viewProposal = ({ facts, now, proposal }: Compared): MapProposalView => ({
  map: facts.map,
  country: facts.country?.code ?? null,
  changes: Object.entries(proposal.settings).map(([name, to]) => ({
    name,
    from: now.settings[name as keyof SettingsNow['settings']],
    to,
  })),
  language:
    proposal.language === null
      ? null
      : { from: nameOfLanguage(now.languages[0] ?? ''), to: nameOfLanguage(proposal.language) },
  addedLanguages: proposal.addedLanguages.map(nameOfLanguage),
  lockedCurrency: proposal.lockedCurrency === null ? null : { from: now.settings.code, to: proposal.lockedCurrency },
  proposal: tokenOf(proposal),
})

export const nameOfLanguage = (code: string): string => builtIn.find((one) => one.code === code)?.name ?? code

/** Equal for equal proposals. */
const tokenOf = ({ settings, language, addedLanguages }: MapProposal): string =>
  createHash('sha256')
    .update(
      JSON.stringify([Object.entries(settings).toSorted(([a], [b]) => (a < b ? -1 : 1)), language, addedLanguages]),
    )
    .digest('base64url')
    .slice(0, 22)
