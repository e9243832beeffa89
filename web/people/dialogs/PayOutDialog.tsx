import { fullName } from '@remis/domain/people/first-name'
import type { PersonView } from '@remis/domain/people/people-api'
import { withdrawalsCalls } from '@remis/domain/wallet/wallet-routes'
import { useTranslation } from 'react-i18next'
import { showText } from '../../platform/show-message.ts'
import { useFormat } from '../../platform/use-format.ts'
import { WrittenReasonDialog } from '../../ui/dialogs/WrittenReasonDialog.tsx'
import { usePersonChange } from '../people-queries.ts'

interface Props {
  readonly person: PersonView
  readonly onClose: () => void
}

/** Asks for the reason before the balance of a wallet becomes a withdrawal [design/money-85]. */
export const PayOutDialog = ({ person, onClose }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const payOut = usePersonChange(withdrawalsCalls.payOut)
  return (
    <WrittenReasonDialog
      title={t('person_pay_out_title', { name: fullName(person) })}
      lead={t('person_pay_out_lead')}
      confirm={t('person_pay_out')}
      busy={payOut.isPending}
      onConfirm={(reason) =>
        payOut.mutate(
          { params: { id: person.id }, body: { reason } },
          {
            onSuccess: ({ withdrawal }) => {
              showText(
                `pay-out-${withdrawal.id}`,
                t('person_pay_out_done', { amount: format.money(withdrawal.amount) }),
              )
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    />
  )
}
