import { contactHours } from '@remis/domain/booking/view-contacts'
import { deletionDays } from '@remis/domain/privacy/account-data'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../platform/api/settings.ts'
import { TextPage, TextPart, withDataPage, withEmail } from './TextPage.tsx'

/** [landing-24] [design/privacy-36] */
export const PrivacyPolicyPage = () => {
  const { t } = useTranslation()
  const settings = useSettings()
  const email = settings?.contact_email ?? ''
  return (
    <TextPage title={t('privacy_policy')} lead={t('privacy_lead')}>
      <TextPart title={t('privacy_keep_title')}>{t('privacy_keep_text')}</TextPart>
      <TextPart title={t('privacy_position_title')}>{t('privacy_position_text')}</TextPart>
      <TextPart title={t('privacy_share_title')}>{t('privacy_share_text', { hours: contactHours })}</TextPart>
      <TextPart title={t('privacy_time_title')}>
        {t('privacy_time_text')}
        {settings !== undefined && <> {t('privacy_chat_time', { count: settings.chatRetentionDays })}</>}
      </TextPart>
      <TextPart title={t('privacy_cookie_title')}>{t('privacy_cookie_text')}</TextPart>
      <TextPart title={t('privacy_contact_title')}>
        {email !== '' && <>{withEmail((mark) => t('privacy_contact_text', { email: mark }), email)} </>}
        {withDataPage((page) => t('privacy_contact_page', { page }), t('your_data'))}
      </TextPart>
      <TextPart title={t('privacy_delete_title')}>
        {withDataPage((page) => t('privacy_delete_page', { page, days: deletionDays }), t('your_data'))}
        {email !== '' && <> {withEmail((mark) => t('privacy_delete_text', { email: mark }), email)}</>}
      </TextPart>
    </TextPage>
  )
}
