import type { backofficeApi, PublicSettings } from '@remis/domain/backoffice/backoffice-api'
import type { Settings } from '@remis/domain/backoffice/settings'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import type { MapsProvider } from '../../providers/maps/maps-provider.ts'
import { usesGoogle } from '../../platform/runtime/maps-variables.ts'
import type { SettingsCache } from './settings-cache.ts'

/** Accounts offered on the login page; empty unless the mode is trial and trial data is present. */
export interface TrialAccounts {
  list(): Promise<PublicSettings['trialAccounts']>
}

interface Deps extends Platform {
  readonly settings: SettingsCache
  readonly maps: Pick<MapsProvider, 'region'>
  readonly trialAccounts: TrialAccounts
}

/** The public settings [settings-2], and what every page needs beside them. The reply's schema drops the rest. */
export const readPublicSettings: UseCase<Deps, typeof backofficeApi.settings> = async (app) => {
  const settings: Settings = await app.settings.current()
  const region = app.maps.region()
  const { maps } = app.config
  const [[west, south, east, north]] = region.boxes
  return {
    ...settings,
    appcat: app.config.appCategory,
    passwordPolicy: app.config.passwordPolicy,
    speed: app.config.simulatedSpeed,
    map: {
      center: { lat: region.center.lat, lng: region.center.lng },
      bbox: [west, south, east, north],
      attribution: region.attribution,
      date: region.date,
      google: maps.drawing === 'google' ? { orEmbedded: maps.google.onOtherMaps || !usesGoogle(maps) } : null,
      placesBy: maps.search === 'google' ? 'google' : null,
    },
    trialAccounts: await app.trialAccounts.list(),
  }
}
