import { Button, Group, Stack, Text } from '@mantine/core'
import { withdrawalsCalls } from '@remis/domain/wallet/wallet-routes'
import type { WithdrawalView } from '@remis/domain/wallet/withdrawals-api'
import { useTranslation } from 'react-i18next'
import { closing } from '../platform/api/call-outcome.ts'
import { usePress } from '../platform/api/use-press.ts'
import { useDeclaredColumns, type DeclaredColumn } from '../platform/list/declared-columns.tsx'
import { useFormat } from '../platform/use-format.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { WrittenReasonDialog } from '../ui/dialogs/WrittenReasonDialog.tsx'
import type { RowAction } from '../ui/table/list-state.ts'
import { pressOf } from '../ui/table/RowButtons.tsx'
import { refreshWithdrawals } from './withdrawal-queries.ts'
import classes from './withdrawals.module.css'

interface Props {
  readonly what: 'row' | 'process' | 'reject'
  readonly row: WithdrawalView
  readonly actions: readonly RowAction<WithdrawalView>[]
  readonly columns: readonly DeclaredColumn<WithdrawalView>[]
  readonly onClose: () => void
}

/** A withdrawal with all its fields, and the questions before it is processed or rejected. */
export const WithdrawalDialog = ({ what, row, actions, columns, onClose }: Props) => {
  const { t } = useTranslation()
  const amount = useFormat().money(row.amount)
  const process = usePress(withdrawalsCalls.process)
  const reject = usePress(withdrawalsCalls.reject)
  const shown = useDeclaredColumns<WithdrawalView>({}, columns)
  const done = () => {
    void refreshWithdrawals()
    onClose()
  }
  // Another admin was faster: the table shows it.
  const ended = closing(done)
  const params = { id: row.id }
  if (what === 'reject')
    return (
      <WrittenReasonDialog
        title={t('withdraws_reject_title', { amount, name: row.name })}
        lead={t('withdraws_reject_lead')}
        confirm={t('withdraws_reject')}
        danger
        busy={reject.isPending}
        onConfirm={(reason) => reject.mutate({ params, body: { reason } }, ended)}
        onClose={onClose}
      />
    )
  const title = what === 'process' ? 'withdraws_process_title' : 'withdraws_row'
  return (
    <Dialog
      title={t(title, { amount, name: row.name })}
      closeLabel={t('close')}
      busy={process.isPending}
      onClose={onClose}
    >
      <Stack gap="md">
        {what === 'process' && <Text>{t('withdraws_process_lead')}</Text>}
        <dl className={classes.facts}>
          {shown
            .filter(({ id }) => what === 'row' || ['amount', 'bankName', 'bankCode', 'bankAccount'].includes(id))
            .map(({ id, header, cell }) => (
              <div key={id} style={{ display: 'contents' }}>
                <dt>{header}</dt>
                <dd>{cell(row)}</dd>
              </div>
            ))}
        </dl>
        <Group justify="flex-end" gap="sm">
          {what === 'process' ? (
            <>
              <Button variant="default" size="md" disabled={process.isPending} onClick={onClose}>
                {t('cancel')}
              </Button>
              <Button size="md" loading={process.isPending} onClick={() => process.mutate({ params, body: {} }, ended)}>
                {t('withdraws_process')}
              </Button>
            </>
          ) : (
            actions.map((action) => (
              <Button
                key={action.id}
                size="md"
                variant={action.danger ? 'default' : 'filled'}
                {...pressOf(action, row)}
              >
                {action.label}
              </Button>
            ))
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}
