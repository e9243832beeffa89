/** Texts of notices in English; `{{name}}` stands for a parameter. */
export const noticeTexts = {
  notice_new_booking: 'New ride request: pickup at {{pickup}}.',
  notice_reserved: 'A ride is reserved for you at {{time}}: pickup at {{pickup}}.',
  notice_reservation_over: 'The ride you were chosen for is off: pickup at {{pickup}}.',
  notice_needs_driver: 'Booking {{booking}} has no driver yet: {{time}}, pickup at {{pickup}}.',
  notice_accepted: '{{driver}} is on the way to you in {{vehicle}}.',
  notice_arrived: '{{driver}} is at the pickup. Tell your trip code.',
  notice_started: 'Your trip has started.',
  notice_reached: 'You have arrived. Total: {{total}}.',
  notice_paid_rider: 'Payment received. Thank you for riding.',
  notice_paid_driver: 'Trip paid. {{share}} was credited to your wallet.',
  notice_payment_due: 'Your last trip is not paid yet: {{total}}.',
  notice_cancelled_rider: 'Your ride was cancelled: {{reason}}',
  notice_cancelled_driver: 'The rider cancelled the trip: {{reason}}',
  notice_cancelled_office: 'The office cancelled the trip: {{reason}}',
  notice_no_driver: 'No driver was free near you. You can try again.',
  notice_expired: 'Your booking ended because no driver was found.',
  notice_cancelled_driver_fee: 'The rider cancelled the trip: {{reason}}. {{fee}} was credited to your wallet.',
  notice_no_show: 'Your ride was cancelled because you did not come. A fee of {{fee}} was charged.',
  notice_withdrawal_paid: 'Your withdrawal of {{amount}} was paid out.',
  notice_withdrawal_rejected:
    'Your withdrawal of {{amount}} was not paid out: {{reason}}. The money is back in your wallet.',
  notice_referral_bonus: 'Somebody you referred took a first ride. {{amount}} was credited to your wallet.',
  notice_rated: 'A rider rated you with {{stars}} stars.',
  notice_topped_up: '{{amount}} was added to your wallet.',
  notice_late_payment: 'Your payment of {{amount}} came when nothing was due any more. It goes back to you.',
  notice_refunded: '{{amount}} was paid back to your card.',
  notice_refund_credited: '{{amount}} could not go back to your card and was added to your wallet.',
  notice_payment_review:
    'Payment {{payment}} of {{order}} has to be looked at: what the gateway says does not agree. It moved no money here.',
} as const
export type NoticeKey = keyof typeof noticeTexts
