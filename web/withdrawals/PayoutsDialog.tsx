import { Text } from '@mantine/core'
import { payoutsCalls } from '@remis/domain/wallet/wallet-routes'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import { EditButton } from '../platform/list/demo.tsx'
import { useFormat } from '../platform/use-format.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { Spinner } from '../ui/parts/WideButton.tsx'
import { ReadFailure } from '../ui/ReadFailure.tsx'
import { payoutsKey, saveBankFile } from './withdrawal-queries.ts'
import classes from './withdrawals.module.css'

/** The last payouts, each with its bank file, which can be saved again. */
export const PayoutsDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { data, isError, refetch } = useQuery({
    queryKey: payoutsKey,
    queryFn: async () => (await call(payoutsCalls.list, { query: { limit: 20 } })).rows,
  })
  return (
    <Dialog title={t('payouts')} closeLabel={t('close')} onClose={onClose}>
      {data === undefined ? (
        isError ? (
          <ReadFailure text={t('table_failed')} onRetry={() => void refetch()} />
        ) : (
          <Spinner size={28} />
        )
      ) : data.length === 0 ? (
        <Text>{t('payouts_none')}</Text>
      ) : (
        <ul className={classes.payouts}>
          {data.map((payout) => {
            const time = format.date(payout.at, 'date-time')
            return (
              <li key={payout.id}>
                <span>
                  <b>{format.money(payout.total)}</b>
                  <small>
                    {time} · {t('payout_row', { count: payout.withdrawals, name: payout.madeBy })}
                  </small>
                </span>
                <EditButton
                  variant="default"
                  leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
                  aria-label={`${t('payout_save')}: ${t('payout_again', { time })}`}
                  onClick={() => void saveBankFile(payout)}
                >
                  {t('payout_save')}
                </EditButton>
              </li>
            )
          })}
        </ul>
      )}
    </Dialog>
  )
}
