import type { AlertRow } from '@remis/domain/safety/safety-api'
import { IconCircleCheck, IconEye, IconMessageQuestion, IconUrgent } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { StateChip } from '../ui/parts/StateChip.tsx'

/** The state of an alert; an unanswered question is not red. */
export const AlertChip = ({ alert }: { readonly alert: Pick<AlertRow, 'state' | 'kind'> }) => {
  const { t } = useTranslation()
  const { state, kind } = alert
  const look =
    state === 'closed'
      ? ({ tone: 'quiet', icon: IconCircleCheck } as const)
      : state === 'taken'
        ? ({ tone: 'move', icon: IconEye } as const)
        : kind === 'unanswered'
          ? ({ tone: 'wait', icon: IconMessageQuestion } as const)
          : ({ tone: 'bad', icon: IconUrgent } as const)
  return <StateChip {...look} label={t(`alert_state_${state}`)} />
}

export const kindText = (t: TFunction, { kind, hint }: Pick<AlertRow, 'kind' | 'hint'>): string =>
  [t(`alert_kind_${kind}`), ...(hint === null ? [] : [t(`alert_hint_${hint}`)])].join(' · ')
