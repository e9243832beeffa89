import type { OperatorCountry } from '@remis/domain/accounts/phone/operator-country'
import type { Booking } from '@remis/domain/booking/booking'
import { isDelivery } from '@remis/domain/booking/delivery/parcel'
import { followPath } from '@remis/domain/guest-links/guest-links-routes'
import { AppError } from '@remis/domain/messages/app-error'
import { fallbackLanguage } from '@remis/domain/texts/languages'
import { smsNumberOf } from '../accounts/mobile-number.ts'
import { ownSmsCountry, smsCountryOf } from '../accounts/phone/sms-countries.ts'
import type { SendReceiverLink } from '../booking/booking-deps.ts'
import type { MailDeps } from '../mail/mail-deps.ts'
import { canSend } from '../mail/mail-readiness.ts'
import { queueSms } from '../mail/queue-mail.ts'
import type { Tx } from '../platform/database/database.ts'
import { countAgainst } from '../platform/http/rate-limits.ts'
import { addGuestLink, hasSmsLink, mostLinks } from './guest-link-store.ts'
import { guestLinkToken } from './guest-link-token.ts'

/**
 * Counts an SMS to a foreign country; false above the limit [design/delivery-62]. Its row is the last lock that an
 * accept takes.
 */
const countForeign = async (app: MailDeps, tx: Tx, phone: string, settings: OperatorCountry): Promise<boolean> => {
  const country = smsCountryOf(phone)
  if (country === ownSmsCountry(settings)) return true
  const { max, windowSeconds } = app.config.limits.guards.receiverSmsPerCountry
  try {
    await countAgainst(tx, 'receiver-sms-country', country, max, windowSeconds)
    return true
  } catch (error) {
    if (error instanceof AppError && error.status === 429) return false
    throw error
  }
}

/**
 * With the setting `receiverLinkSms`: queues an SMS with a link for the receiver of a delivery, in the transaction of
 * the accept [design/delivery-50]. The row belongs to the sender, so that it is erased with the sender's account. The
 * first step reads the setting and the language, before the transaction.
 */
export const sendReceiverLink =
  (app: MailDeps): SendReceiverLink =>
  async () => {
    const settings = await app.settings.current()
    if (!settings.receiverLinkSms) return null
    const ours = (await app.languages.current()).find(({ view }) => view.default)
    const language = ours?.view.langLocale ?? fallbackLanguage.code
    return async (tx, booking: Booking) => {
      const phone = isDelivery(booking) ? smsNumberOf(booking.deliveryPersonPhone, settings) : null
      if (phone === null || !(await canSend(app, tx, 'sms'))) return
      // of the booking that this one continues
      if (booking.predecessor !== null && (await hasSmsLink(tx, booking.id))) return
      if (!(await countForeign(app, tx, phone, settings))) return
      const side = { bookingId: booking.id, driver: null }
      const { id } = await addGuestLink(tx, side, mostLinks, 'receiver', true)
      const params = { link: followPath(guestLinkToken(app, id)) }
      await queueSms(app, tx, { template: 'receiver_link', userId: booking.customer, phone, language, params })
    }
  }
