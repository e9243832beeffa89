import { useTranslation } from 'react-i18next'

export const MapHintText = () => {
  const { t } = useTranslation()
  return <>{t('map_hint')}</>
}
