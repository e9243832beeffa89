import type { NoticeKey } from './notice-texts.ts'

/** Texts of notices in Arabic; `{{name}}` stands for the same parameters as in English. */
export const arabicNoticeTexts: Readonly<Record<NoticeKey, string>> = {
  notice_new_booking: 'طلب رحلة جديد: الانطلاق من {{pickup}}.',
  notice_accepted: '{{driver}} في الطريق إليك بسيارة {{vehicle}}.',
  notice_arrived: '{{driver}} عند مكان الانطلاق. أخبره برمز رحلتك.',
  notice_started: 'بدأت رحلتك.',
  notice_reached: 'وصلت. المجموع: {{total}}.',
  notice_paid_rider: 'تم استلام الدفع. شكرًا لركوبك معنا.',
  notice_paid_driver: 'دُفعت الرحلة. أُضيف {{share}} إلى محفظتك.',
  notice_payment_due: 'رحلتك الأخيرة لم تُدفع بعد: {{total}}.',
  notice_cancelled_rider: 'أُلغيت رحلتك: {{reason}}',
  notice_cancelled_driver: 'ألغى الراكب الرحلة: {{reason}}',
  notice_cancelled_office: 'ألغى المكتب الرحلة: {{reason}}',
  notice_no_driver: 'لم يكن هناك سائق متاح بالقرب منك. يمكنك المحاولة مجددًا.',
  notice_expired: 'انتهى حجزك لأنه لم يُعثر على سائق.',
  notice_rated: 'قيّمك راكب بعدد نجوم: {{stars}}.',
}
