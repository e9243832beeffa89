import type { settingsApi } from '@remis/domain/backoffice/settings-api'
import { checklistOf } from '@remis/domain/backoffice/settings-checklist'
import { variants } from '@remis/domain/booking/variant'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import type { Mailers } from '../../providers/mail/mail-provider.ts'
import type { MapsProvider } from '../../providers/maps/maps-provider.ts'
import type { PaymentsProvider } from '../../providers/payments/payments-provider.ts'
import type { SettingsCache } from './settings-cache.ts'

interface Deps extends Platform {
  readonly settings: SettingsCache
  readonly maps: Pick<MapsProvider, 'region'>
  readonly mailers: Mailers
  readonly gateways: readonly PaymentsProvider[]
}

interface StoredSetUp {
  readonly car_types: boolean
  readonly drivers: boolean
  readonly cancel_reasons: boolean
  readonly mail: boolean
  readonly sms: boolean
}

/** Reads what is set up, in one query that stops at the first row of each table. */
const readSetUp = async (db: Kysely<Tables>): Promise<StoredSetUp> => {
  const { rows } = await sql<StoredSetUp>`
    select exists (select from car_types where active) as car_types,
      exists (select from users u join car_types c on c.id = u.car_type_id
        where u.usertype = 'driver' and u.approved and u.deleted_at is null and c.active) as drivers,
      exists (select from cancel_reasons where 'rider' = any (roles)) as cancel_reasons,
      exists (select from mail_providers where channel = 'mail') as mail,
      exists (select from mail_providers where channel = 'sms') as sms`.execute(db)
  return rows[0]!
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
