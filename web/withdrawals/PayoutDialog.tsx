import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import type { LeftBecause } from '@remis/domain/wallet/payouts-api'
import { bankFiles, payoutsCalls } from '@remis/domain/wallet/wallet-routes'
import type { WithdrawalView } from '@remis/domain/wallet/withdrawals-api'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMove } from '../booking-parts/booking-queries.ts'
import { useSettings } from '../platform/api/settings.ts'
import { useFormat } from '../platform/use-format.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { refreshWithdrawals, saveBankFile } from './withdrawal-queries.ts'
import classes from './withdrawals.module.css'

interface Props {
  readonly rows: readonly WithdrawalView[]
  readonly onClose: () => void
}

interface Done {
  readonly count: number
  readonly left: readonly { readonly id: string; readonly because: LeftBecause }[]
}

/** Processes the chosen withdrawals together and saves their bank file. */
export const PayoutDialog = ({ rows, onClose }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const euros = useSettings()?.code === 'EUR'
  const [file, setFile] = useState<(typeof bankFiles)[number]>(euros ? 'sepa' : 'csv')
  const [done, setDone] = useState<Done | null>(null)
  const create = useMove(payoutsCalls.create)
  const open = rows.filter(({ state }) => state === 'open')
  const amount = format.money(open.reduce((sum, row) => sum + row.amount, 0))
  const pay = () =>
    create.mutate(
      { body: { ids: open.map(({ id }) => id), file } },
      {
        onSuccess: ({ payout, left }) => {
          void refreshWithdrawals()
          void saveBankFile(payout)
          setDone({ count: payout.withdrawals, left })
        },
        onError: () => void refreshWithdrawals(),
      },
    )
  const nameOf = (id: string) => rows.find((row) => row.id === id)?.name ?? id
  if (done !== null)
    return (
      <Dialog title={t('payout_done', { count: done.count })} closeLabel={t('close')} onClose={onClose}>
        <Stack gap="md">
          {done.left.length > 0 && (
            <>
              <Text>{t('payout_left')}</Text>
              <ul className={classes.left}>
                {done.left.map(({ id, because }) => (
                  <li key={id}>
                    <bdi>{nameOf(id)}</bdi>: {t(`payout_left_${because}`)}
                  </li>
                ))}
              </ul>
            </>
          )}
          <Button size="md" data-autofocus onClick={onClose}>
            {t('close')}
          </Button>
        </Stack>
      </Dialog>
    )
  return (
    <Dialog
      title={t('payout_title', { count: open.length, amount })}
      closeLabel={t('close')}
      busy={create.isPending}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>{t('payout_lead')}</Text>
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
          <Button size="md" loading={create.isPending} disabled={open.length === 0} onClick={pay}>
            {t('payout_confirm')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
