import { useTranslation } from 'react-i18next'
import classes from './DocumentChip.module.css'

interface Props {
  readonly state: 'missing' | 'waiting' | 'accepted' | 'expired' | 'refused' | 'replaced'
}

/** The state of a document, for the driver and for the office. */
export const DocumentChip = ({ state }: Props) => {
  const { t } = useTranslation()
  return (
    <span className={classes.chip} data-state={state}>
      {t(`document_${state}`)}
    </span>
  )
}
