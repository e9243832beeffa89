import { Button, Text } from '@mantine/core'
import { withdrawalSorts, withdrawalsCalls, withdrawalStates } from '@remis/domain/wallet/wallet-routes'
import type { WithdrawalView } from '@remis/domain/wallet/withdrawals-api'
import { IconArrowBackUp, IconCircleCheck, IconHourglass } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../platform/api/settings.ts'
import { useDeclaredColumns, type DeclaredColumn } from '../platform/list/declared-columns.tsx'
import { useDemoActions, useDemoOff, useExportRule } from '../platform/list/demo.tsx'
import { useList } from '../platform/list/use-list.ts'
import { useNow } from '../platform/api/server-clock.ts'
import { useFormat, type Format } from '../platform/use-format.ts'
import { StateChip } from '../ui/parts/StateChip.tsx'
import type { RowAction } from '../ui/table/list-state.ts'
import { ListPage } from '../ui/table/ListPage.tsx'
import { PayoutDialog } from './PayoutDialog.tsx'
import { PayoutsDialog } from './PayoutsDialog.tsx'
import { withdrawalsKey } from './withdrawal-queries.ts'
import { WithdrawalDialog } from './WithdrawalDialog.tsx'
import classes from './withdrawals.module.css'

const withdrawalList = {
  key: [...withdrawalsKey, 'list'],
  endpoint: withdrawalsCalls.list,
  file: withdrawalsCalls.export,
  sorts: withdrawalSorts,
  usual: { sort: 'date', desc: true },
  filters: { state: withdrawalStates },
  live: true,
} as const

const looks = {
  open: { tone: 'wait', icon: IconHourglass, text: 'withdraws_open' },
  processed: { tone: 'good', icon: IconCircleCheck, text: 'withdraws_done' },
  rejected: { tone: 'quiet', icon: IconArrowBackUp, text: 'withdraws_rejected' },
} as const

/** The fields of a withdrawal [wallet-11]; bank fields only with bank_fields [wallet-13]. */
const columnsOf = (t: TFunction, format: Format, bankFields: boolean): DeclaredColumn<WithdrawalView>[] => {
  const state = ({ state, notBefore, reason }: WithdrawalView) => {
    const { text, ...look } = looks[state]
    const note =
      state === 'open' && notBefore !== null
        ? t('withdraws_not_before', { time: format.date(notBefore, 'date-time') })
        : state === 'rejected' && reason
    return (
      <span className={classes.state}>
        <StateChip {...look} label={t(text)} />
        {note && <small>{note}</small>}
      </span>
    )
  }
  const plain = (value: string | null | undefined) => value && <bdi dir="ltr">{value}</bdi>
  return [
    { id: 'name', header: t('withdraws_name'), kind: 'text', group: (row) => row.name },
    { id: 'amount', header: t('withdraws_amount'), kind: 'money', sum: true },
    { id: 'date', header: t('withdraws_date'), kind: 'time' },
    { id: 'processed', header: t('withdraws_processed'), cell: state, group: (row) => t(looks[row.state].text) },
    { id: 'procesDate', header: t('withdraws_proces_date'), kind: 'time' },
    ...(bankFields
      ? [
          { id: 'bankName', header: t('bank_name'), kind: 'text' as const },
          { id: 'bankCode', header: t('bank_code'), cell: (row: WithdrawalView) => plain(row.bankCode) },
          { id: 'bankAccount', header: t('bank_account'), cell: (row: WithdrawalView) => plain(row.bankAccount) },
        ]
      : []),
    { id: 'uid', header: t('withdraws_uid'), quiet: true, cell: (row) => plain(row.uid) },
    { id: 'id', header: t('withdraws_id'), quiet: true, cell: (row) => plain(row.id) },
  ]
}

type Open =
  | { readonly what: 'row' | 'process' | 'reject'; readonly row: WithdrawalView }
  | { readonly what: 'payout'; readonly rows: readonly WithdrawalView[] }
  | { readonly what: 'payouts' }

/** `/withdraws`: the withdrawals with process, reject and payouts [wallet-13]. */
export const WithdrawsPage = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const off = useDemoOff()
  const switched = useDemoActions()
  const bankFields = useSettings()?.bank_fields ?? false
  const list = useExportRule(useList(withdrawalList))
  const now = useNow(30_000)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  // Shown and disabled once it has ended [wallet-14].
  const actions = (row: WithdrawalView): readonly RowAction<WithdrawalView>[] => [
    {
      id: 'process',
      label: t('withdraws_process'),
      name: ({ name }) => t('withdraws_process_one', { name }),
      strong: true,
      disabled: row.state !== 'open' || (row.notBefore ?? 0) > now,
      run: (one) => setOpen({ what: 'process', row: one }),
    },
    {
      id: 'reject',
      label: t('withdraws_reject'),
      name: ({ name }) => t('withdraws_reject_one', { name }),
      danger: true,
      disabled: row.state !== 'open',
      run: (one) => setOpen({ what: 'reject', row: one }),
    },
  ]
  return (
    <>
      <ListPage
        name="withdrawals"
        title={t('title_withdraws')}
        searchLabel={t('withdraws_search')}
        tools={
          <Button variant="default" onClick={() => setOpen({ what: 'payouts' })}>
            {t('payouts')}
          </Button>
        }
        list={list}
        columns={useDeclaredColumns(list, columnsOf(t, format, bankFields))}
        rowId={({ id }) => id}
        rowLabel={({ name }) => t('withdraws_row', { name })}
        onOpen={(row) => setOpen({ what: 'row', row })}
        rowActions={(row) => switched(actions(row))}
        actionsOnHover={bankFields}
        bulkActions={[
          {
            id: 'payout',
            label: t('payout_make'),
            ...off,
            run: (ids) => setOpen({ what: 'payout', rows: (list.rows ?? []).filter(({ id }) => ids.includes(id)) }),
          },
        ]}
        filters={[
          {
            name: 'state',
            label: t('withdraws_state'),
            all: t('withdraws_all'),
            choices: withdrawalStates.map((id) => ({ id, label: t(looks[id].text) })),
          },
        ]}
        empty={
          <>
            <Text fw={600}>{t('no_withdraws_available')}</Text>
            <Text>{t('withdraws_none_hint')}</Text>
          </>
        }
      />
      {open !== null && 'row' in open && (
        <WithdrawalDialog
          what={open.what}
          row={open.row}
          actions={switched(actions(open.row))}
          columns={columnsOf(t, format, bankFields)}
          onClose={close}
        />
      )}
      {open?.what === 'payout' && <PayoutDialog rows={open.rows} onClose={close} />}
      {open?.what === 'payouts' && <PayoutsDialog onClose={close} />}
    </>
  )
}
