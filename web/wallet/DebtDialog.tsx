import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { DebtView } from '@remis/domain/wallet/debts-api'
import { debtsCalls } from '@remis/domain/wallet/wallet-routes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayHaveHappened, useMove } from '../booking-parts/booking-queries.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { useFormat } from '../platform/use-format.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'

interface Props {
  readonly debt: DebtView
  readonly onClose: () => void
}

/** Asks for the reason before a debt is given up. */
export const DebtDialog = ({ debt, onClose }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [reason, setReason] = useState('')
  const [checked, setChecked] = useState(false)
  const writeOff = useMove(debtsCalls.writeOff)
  const amount = format.money(debt.rest)
  const done = () => {
    void queryClient.invalidateQueries({ queryKey: ['debts'] })
    onClose()
  }
  const send = () => {
    setChecked(true)
    if (reason.trim() === '') return
    writeOff.mutate(
      { params: { id: debt.id }, body: { reason: reason.trim() } },
      { onSuccess: done, onError: (error) => !mayHaveHappened(error) && done() },
    )
  }
  return (
    <Dialog title={t('write_off_title', { amount })} closeLabel={t('cancel_keep')} onClose={onClose}>
      <Stack gap="md">
        <Text>{t(debt.driver === null ? 'debts_write_off_paid' : 'debts_write_off_pending')}</Text>
        <Textarea
          label={t('office_reason')}
          required
          maxLength={300}
          rows={2}
          value={reason}
          error={checked && reason.trim() === '' ? t('office_reason_missing') : null}
          data-autofocus
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" size="md" onClick={onClose}>
            {t('cancel_keep')}
          </Button>
          <Button color="red" size="md" loading={writeOff.isPending} onClick={send}>
            {t('write_off_confirm', { amount })}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
