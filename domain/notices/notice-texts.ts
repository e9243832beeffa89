/** Texts of notices in English; `{{name}}` stands for a parameter. */
export const noticeTexts = {
  notice_new_booking: 'New ride request: pickup at {{pickup}}.',
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
  notice_rated: 'A rider rated you with {{stars}} stars.',
} as const
export type NoticeKey = keyof typeof noticeTexts
