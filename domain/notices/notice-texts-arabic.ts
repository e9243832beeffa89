import type { NoticeKey } from './notice-texts.ts'

/** Texts of notices in Arabic; `{{name}}` stands for the same parameters as in English. */
export const arabicNoticeTexts: Readonly<Record<NoticeKey, string>> = {
  notice_new_booking: 'طلب رحلة جديد: الانطلاق من {{pickup}}.',
  notice_reserved: 'رحلة محجوزة لك في {{time}}: الانطلاق من {{pickup}}.',
  notice_reservation_over: 'أُلغيت الرحلة التي اخترت لها: الانطلاق من {{pickup}}.',
  notice_needs_driver: 'الحجز {{booking}} بلا سائق حتى الآن: {{time}}، الانطلاق من {{pickup}}.',
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
  notice_cancelled_driver_fee: 'ألغى الراكب الرحلة: {{reason}}. أُضيف {{fee}} إلى محفظتك.',
  notice_no_show: 'أُلغيت رحلتك لأنك لم تحضر. خُصمت رسوم قدرها {{fee}}.',
  notice_withdrawal_paid: 'تم صرف طلب السحب بمبلغ {{amount}}.',
  notice_withdrawal_rejected: 'لم يُصرف طلب السحب بمبلغ {{amount}}: {{reason}}. عاد المبلغ إلى محفظتك.',
  notice_referral_bonus: 'أخذ شخص دعوته رحلته الأولى. أُضيف {{amount}} إلى محفظتك.',
  notice_rated: 'قيّمك راكب بعدد نجوم: {{stars}}.',
  notice_topped_up: 'أُضيف {{amount}} إلى محفظتك.',
  notice_late_payment: 'وصلت دفعتك {{amount}} ولم يعد هناك ما يُدفع. ستعود إليك.',
  notice_refunded: 'أُعيد {{amount}} إلى بطاقتك.',
  notice_refund_credited: 'تعذّرت إعادة {{amount}} إلى بطاقتك، فأُضيف إلى محفظتك.',
  notice_payment_review:
    'الدفعة {{payment}} للطلب {{order}} تحتاج إلى مراجعة: ما تقوله بوابة الدفع لا يطابقها. لم تُحرّك أي أموال هنا.',
}
