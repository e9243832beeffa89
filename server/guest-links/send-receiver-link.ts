import type { Booking } from '@remis/domain/booking/booking'
import { isDelivery } from '@remis/domain/booking/delivery/parcel'
import { followPath } from '@remis/domain/guest-links/guest-links-routes'
import { fallbackLanguage } from '@remis/domain/texts/languages'
import { smsNumberOf } from '../accounts/mobile-number.ts'
import type { SendReceiverLink } from '../booking/booking-deps.ts'
import type { MailDeps } from '../mail/mail-deps.ts'
import { canSend } from '../mail/mail-readiness.ts'
import { queueSms } from '../mail/queue-mail.ts'
import { addGuestLink, hasSmsLink, mostLinks } from './guest-link-store.ts'
import { guestLinkToken } from './guest-link-token.ts'

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
      const side = { bookingId: booking.id, driver: null }
      const { id } = await addGuestLink(tx, side, mostLinks, 'receiver', true)
      const params = { link: followPath(guestLinkToken(app, id)) }
      await queueSms(app, tx, { template: 'receiver_link', userId: booking.customer, phone, language, params })
    }
  }
