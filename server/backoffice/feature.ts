import { backofficeApi } from '@remis/domain/backoffice/backoffice-api'
import { cancelReasonsApi } from '@remis/domain/backoffice/cancel-reasons-api'
import { languagesApi } from '@remis/domain/backoffice/languages-api'
import { securityEventsApi } from '@remis/domain/backoffice/security-events-api'
import { settingsApi } from '@remis/domain/backoffice/settings-api'
import type { MapsProvider } from '../providers/maps/maps-provider.ts'
import type { PaymentsProvider } from '../providers/payments/payments-provider.ts'
import type { Mailers } from '../providers/mail/mail-provider.ts'
import type { LicenseVerifier } from '../providers/license/license-provider.ts'
import { serve, type Platform } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import { listCancelReasons } from './cancel-reasons.ts'
import {
  changeCancelReason,
  createCancelReason,
  exportCancelReasons,
  listAllCancelReasons,
  removeCancelReason,
} from './manage-cancel-reasons.ts'
import { changeSettings } from './settings/change-settings.ts'
import { readChecklist } from './settings/checklist.ts'
import { acceptMapProposal, readMapProposal } from './settings/map-proposal.ts'
import { listSavedVersions } from './settings/list-saved-versions.ts'
import type { LanguagesCache } from './languages/languages-cache.ts'
import { listSecurityEvents } from './list-security-events.ts'
import {
  changedTexts,
  changeLanguage,
  createLanguage,
  exportLanguages,
  listLanguages,
  listOfferedLanguages,
  listOfficeLanguages,
  makeLanguageDefault,
  removeLanguage,
} from './languages/languages.ts'
import { changeLanguageTexts, listLanguageTexts, readLanguage, readLanguagePairs } from './languages/language-texts.ts'
import { readPublicSettings, type TrialAccounts } from './settings/public-settings.ts'
import { readSettings } from './settings/read-settings.ts'
import type { SettingsCache } from './settings/settings-cache.ts'

interface Deps extends Platform {
  readonly settings: SettingsCache
  readonly languages: LanguagesCache
  readonly maps: MapsProvider
  readonly mailers: Mailers
  readonly gateways: readonly PaymentsProvider[]
  readonly license: LicenseVerifier | null
  readonly trialAccounts: TrialAccounts
}

export const backoffice: Feature<Deps> = {
  endpoints: [
    ...serve<Deps, typeof backofficeApi>(backofficeApi, {
      settings: readPublicSettings,
      languages: listLanguages,
      offeredLanguages: listOfferedLanguages,
      cancelReasons: listCancelReasons,
    }),
    ...serve<Deps, typeof cancelReasonsApi>(cancelReasonsApi, {
      listAll: listAllCancelReasons,
      export: exportCancelReasons,
      create: createCancelReason,
      update: changeCancelReason,
      remove: removeCancelReason,
    }),
    ...serve<Deps, typeof languagesApi>(languagesApi, {
      listAll: listOfficeLanguages,
      export: exportLanguages,
      create: createLanguage,
      update: changeLanguage,
      remove: removeLanguage,
      makeDefault: makeLanguageDefault,
      read: readLanguage,
      texts: listLanguageTexts,
      pairs: readLanguagePairs,
      changeTexts: changeLanguageTexts,
    }),
    ...serve<Deps, typeof settingsApi>(settingsApi, {
      read: readSettings,
      change: changeSettings,
      history: listSavedVersions,
      checklist: readChecklist,
      map: readMapProposal,
      acceptMap: acceptMapProposal,
    }),
    ...serve<Deps, typeof securityEventsApi>(securityEventsApi, { list: listSecurityEvents }),
  ],
  views: ({ settings, languages }) => ({
    // A page that asks for the settings next gets these, on any node.
    settings: async ({ subject }) => {
      await settings.reach(Number(subject))
      return { version: Number(subject) }
    },
    languages: async ({ subject }) => {
      await languages.reach(subject)
      return {}
    },
  }),
  mount: (fastify, { languages }) => changedTexts(fastify, languages),
  sweeps: ({ settings }) => ({
    settings: { everyMs: 2000, run: async () => void (await settings.refresh()) },
  }),
}
