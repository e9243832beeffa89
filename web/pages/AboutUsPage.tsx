import { useTranslation } from 'react-i18next'
import { useSettings } from '../platform/api/settings.ts'
import { TextPage, TextPart, withEmail } from './TextPage.tsx'

export const AboutUsPage = () => {
  const { t } = useTranslation()
  const settings = useSettings()
  const company = settings?.CompanyName || settings?.appName || 'Remis'
  const email = settings?.contact_email ?? ''
  return (
    <TextPage title={t('about_us')} lead={t('about_lead', { company })}>
      <TextPart title={t('about_riders_title')}>{t('about_riders_text')}</TextPart>
      <TextPart title={t('about_drivers_title')}>{t('about_drivers_text')}</TextPart>
      <TextPart title={t('about_fleets_title')}>{t('about_fleets_text')}</TextPart>
      {email !== '' && (
        <TextPart title={t('about_contact_title')}>
          {withEmail((mark) => t('about_contact_text', { email: mark }), email)}
        </TextPart>
      )}
    </TextPage>
  )
}
