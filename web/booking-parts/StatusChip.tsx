import type { Status } from '@remis/domain/booking/statuses'
import { useTranslation } from 'react-i18next'
import { StateChip } from '../ui/StateChip.tsx'
import { statusLook } from './status-look.ts'

export const StatusChip = ({ status }: { status: Status }) => {
  const { t } = useTranslation()
  const { tone, icon, label } = statusLook[status]
  return <StateChip tone={tone} icon={icon} label={t(label)} />
}
