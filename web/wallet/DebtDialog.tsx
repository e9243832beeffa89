import type { DebtView } from '@remis/domain/wallet/debts-api'
import { debtsCalls } from '@remis/domain/wallet/wallet-routes'
import { useTranslation } from 'react-i18next'
import { closing } from '../platform/api/call-outcome.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { usePress } from '../platform/api/use-press.ts'
import { useFormat } from '../platform/use-format.ts'
import { WrittenReasonDialog } from '../ui/dialogs/WrittenReasonDialog.tsx'

interface Props {
  readonly debt: DebtView
  readonly onClose: () => void
}

/** Asks for the reason before a debt is given up. */
export const DebtDialog = ({ debt, onClose }: Props) => {
  const { t } = useTranslation()
  const amount = useFormat().money(debt.rest)
  const writeOff = usePress(debtsCalls.writeOff)
  const done = () => {
    void queryClient.invalidateQueries({ queryKey: ['debts'] })
    onClose()
  }
  return (
    <WrittenReasonDialog
      title={t('write_off_title', { amount })}
      lead={t(debt.driver === null ? 'debts_write_off_paid' : 'debts_write_off_pending')}
      confirm={t('write_off_confirm', { amount })}
      danger
      busy={writeOff.isPending}
      onConfirm={(reason) => writeOff.mutate({ params: { id: debt.id }, body: { reason } }, closing(done))}
      onClose={onClose}
    />
  )
}
