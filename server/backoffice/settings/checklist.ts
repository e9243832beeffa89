import type { settingsApi } from '@remis/domain/backoffice/settings-api'
import { checklistOf } from '@remis/domain/backoffice/settings-checklist'
import { variants } from '@remis/domain/booking/variant'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import type { Mailers } from '../../providers/mail/mail-provider.ts'
import type { MapsProvider } from '../../providers/maps/maps-provider.ts'
import type { PaymentsProvider } from '../../providers/payments/payments-provider.ts'
import { readSetUp } from './checklist-store.ts'
import type { SettingsCache } from './settings-cache.ts'

interface Deps extends Platform {
  readonly settings: SettingsCache
  readonly maps: Pick<MapsProvider, 'region'>
  readonly mailers: Mailers
  readonly gateways: readonly PaymentsProvider[]
}

/** What is missing before riders can book [design/settings-5]. */
export const readChecklist: UseCase<Deps, typeof settingsApi.checklist> = async (app) => {
  const [stored, settings] = await Promise.all([readSetUp(app.db.request), app.settings.refresh()])
  const { CompanyName, CompanyWebsite, CompanyTerms, contact_email, restrictCountry, MobileLoginEnabled } = settings
  // A trial sends to its mailbox; one that others can reach sends nothing.
  const { standIn, mailbox } = app.mailers
  const { countries } = app.maps.region()
  const sends = (channel: 'mail' | 'sms') => (standIn === null ? stored[channel] : mailbox !== null)
  return {
    rows: checklistOf({
      company: CompanyName !== '' && CompanyWebsite !== '',
      terms: CompanyTerms !== '',
      contact: contact_email !== '',
      map: restrictCountry === '' || countries.length === 0 || countries.includes(restrictCountry),
      'car-types': stored.car_types,
      drivers: stored.drivers,
      'cancel-reasons': stored.cancel_reasons,
      mail: sends('mail'),
      sms: sends('sms'),
      card: app.gateways.some((gateway) => gateway.takes(settings.code)),
      phoneSignIn: MobileLoginEnabled,
      paysUpFront: variants[app.config.appCategory].paysUpFront,
    }),
  }
}
