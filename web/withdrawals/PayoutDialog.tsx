import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import type { LeftBecause } from '@remis/domain/wallet/payouts-api'
import { bankFiles, payoutsCalls } from '@remis/domain/wallet/wallet-routes'
import { leftOutOfPayout } from '@remis/domain/wallet/withdrawal-checks'
import type { WithdrawalView } from '@remis/domain/wallet/withdrawals-api'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../platform/api/server-clock.ts'
import { useSettings } from '../platform/api/settings.ts'
import { usePress } from '../platform/api/use-press.ts'
import { useFormat } from '../platform/use-format.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { refreshWithdrawals, saveBankFile } from './withdrawal-queries.ts'
import classes from './withdrawals.module.css'

interface Props {
  readonly rows: readonly WithdrawalView[]
  readonly onClose: () => void
}

interface LeftOut {
  readonly id: string
  readonly because: LeftBecause
}

interface Done {
  readonly count: number
  /** major units */
  readonly total: number
  readonly left: readonly LeftOut[]
}

/** Processes the chosen withdrawals together and saves their bank file [design/money-51]. */
export const PayoutDialog = ({ rows, onClose }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const euros = useSettings()?.code === 'EUR'
  const [file, setFile] = useState<(typeof bankFiles)[number]>(euros ? 'sepa' : 'csv')
  const [done, setDone] = useState<Done | null>(null)
  const create = usePress(payoutsCalls.create)
  const now = useNow(30_000)
  const why = ({ state, ...row }: WithdrawalView) =>
    leftOutOfPayout({ ...row, isOpen: state === 'open', bankAccount: row.bankAccount }, file, now)
  const left = rows.flatMap((row): LeftOut[] => {
    const because = why(row)
    return because === null ? [] : [{ id: row.id, because }]
  })
  const paid = rows.filter((row) => why(row) === null)
  const amount = format.money(paid.reduce((sum, row) => sum + row.amount, 0))
  const pay = () =>
    create.mutate(
      { body: { ids: paid.map(({ id }) => id), file } },
      {
        onSuccess: ({ payout, left: late }) => {
          void refreshWithdrawals()
          void saveBankFile(payout)
          setDone({ count: payout.withdrawals, total: payout.total, left: [...left, ...late] })
        },
        onError: () => void refreshWithdrawals(),
      },
    )
  const nameOf = (id: string) => rows.find((row) => row.id === id)?.name ?? id
  const leftOut = (lines: readonly LeftOut[]) =>
    lines.length > 0 && (
      <div>
        <Text>{t('payout_left')}</Text>
        <ul className={classes.left}>
          {lines.map(({ id, because }) => (
            <li key={id}>
              <bdi>{nameOf(id)}</bdi>: {t(`payout_left_${because}`)}
            </li>
          ))}
        </ul>
      </div>
    )
  if (done !== null)
    return (
      <Dialog
        title={t('payout_done', { count: done.count, amount: format.money(done.total) })}
        closeLabel={t('close')}
        onClose={onClose}
      >
        <Stack gap="md">
          {leftOut(done.left)}
          <Button size="md" data-autofocus onClick={onClose}>
            {t('close')}
          </Button>
        </Stack>
      </Dialog>
    )
  return (
    <Dialog
      title={paid.length === 0 ? t('payout_make') : t('payout_title', { count: paid.length, amount })}
      closeLabel={t('close')}
      busy={create.isPending}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>{t(paid.length === 0 ? 'payout_empty' : 'payout_lead')}</Text>
        {leftOut(left)}
        <Radio.Group
          label={t('payout_file')}
          value={file}
          onChange={(value) => setFile(bankFiles.find((one) => one === value) ?? 'csv')}
        >
          <Stack gap="xs" mt="xs">
            {bankFiles.map((one) => (
              <Radio key={one} value={one} label={t(`payout_file_${one}`)} disabled={one === 'sepa' && !euros} />
            ))}
          </Stack>
        </Radio.Group>
        {!euros && (
          <Text size="sm" c="dimmed">
            {t('sepa_needs_euro')}
          </Text>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" size="md" disabled={create.isPending} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button size="md" loading={create.isPending} disabled={paid.length === 0} onClick={pay}>
            {t('payout_confirm')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
