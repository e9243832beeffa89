import { createHmac } from 'node:crypto'
import type { SettingsCache } from '../../backoffice/settings/settings-cache.ts'
import { countAgainst } from '../../platform/http/rate-limits.ts'
import type { Platform } from '../../platform/http/use-case.ts'
import { addressNet } from '../../platform/security/address-net.ts'
import { ownSmsCountry, smsCountryOf } from './sms-countries.ts'

interface Deps extends Platform {
  readonly settings: SettingsCache
}

/** A number or an email as counters hold it, not in clear. */
export const hashContact = ({ secret }: Platform, contact: string): string =>
  createHmac('sha256', secret.keyFor('phone-count')).update(contact).digest('base64url')

/** Counts a request for a code before anything is looked up; 429 past the limit of the address [design/accounts-92]. */
export const countCodeRequest = (app: Platform, address: string): Promise<void> => {
  const { max, windowSeconds } = app.config.limits.guards.phoneCodePerAddress
  return countAgainst(app.db.request, 'phone-code', addressNet(address), max, windowSeconds)
}

interface Asker {
  /** a browser that signed in to the account before, or the signed-in owner */
  readonly known: boolean
  /** the account has confirmed this number */
  readonly confirmed: boolean
}

/**
 * Counts a code before it is sent: to the phone, soon and within a day, then to its country. A known asker counts
 * separately, so that a stranger cannot use up the owner's codes [design/accounts-92]. The limit of the country also
 * needs a confirmed number for that, since anyone can create accounts with other people's numbers
 * [design/accounts-147].
 */
export const countPhoneCode = async (app: Deps, mobile: string, { known, confirmed }: Asker): Promise<void> => {
  const { phoneCodePerPhone, phoneCodePerCountry } = app.config.limits.guards
  const subject = `${hashContact(app, mobile)}${known ? ' known' : ''}`
  for (const [n, { max, windowSeconds }] of phoneCodePerPhone.entries())
    await countAgainst(app.db.request, `phone-code-${n}`, subject, max, windowSeconds)
  const country = smsCountryOf(mobile)
  const own = country === ownSmsCountry(await app.settings.current())
  const { max, windowSeconds } = own ? phoneCodePerCountry.own : phoneCodePerCountry.other
  const share = `${country}${known && confirmed ? ' known' : ''}`
  await countAgainst(app.db.request, 'phone-code-country', share, max, windowSeconds)
}
