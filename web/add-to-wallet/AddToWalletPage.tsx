import { Text, Title } from '@mantine/core'
import type { CreditView } from '@remis/domain/wallet/credits-api'
import { creditsCalls, creditSorts, creditStates } from '@remis/domain/wallet/wallet-routes'
import { IconArrowBackUp, IconBan, IconCircleCheck, IconHourglass } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { closing } from '../platform/api/call-outcome.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { useSession } from '../platform/api/session.ts'
import { usePress } from '../platform/api/use-press.ts'
import { useDeclaredColumns, type DeclaredColumn } from '../platform/list/declared-columns.tsx'
import { useDemoActions } from '../platform/list/demo.tsx'
import { useList } from '../platform/list/use-list.ts'
import { followWaiting } from '../platform/live/waiting-lists.ts'
import { useFormat } from '../platform/use-format.ts'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { WrittenReasonDialog } from '../ui/dialogs/WrittenReasonDialog.tsx'
import { StateChip } from '../ui/parts/StateChip.tsx'
import type { RowAction } from '../ui/table/list-state.ts'
import { ListPage } from '../ui/table/ListPage.tsx'
import { CreditForm } from './CreditForm.tsx'
import classes from './add-to-wallet.module.css'

const creditList = {
  key: ['credits'],
  endpoint: creditsCalls.list,
  sorts: creditSorts,
  usual: { sort: 'askedAt', desc: true },
  filters: { state: creditStates },
  live: true,
} as const
followWaiting(creditList.key, 'credits')

const looks = {
  waiting: { tone: 'wait', icon: IconHourglass },
  credited: { tone: 'good', icon: IconCircleCheck },
  refused: { tone: 'quiet', icon: IconBan },
  reversed: { tone: 'quiet', icon: IconArrowBackUp },
} as const

const columnsOf = (t: TFunction): DeclaredColumn<CreditView>[] => {
  const stateOf = ({ state }: CreditView) => t(`credit_state_${state}`)
  const state = (row: CreditView) => (
    <span className={classes.state}>
      <StateChip {...looks[row.state]} label={stateOf(row)} />
      {row.reversalReason !== null && <small>{row.reversalReason}</small>}
    </span>
  )
  const second = ({ decidedByName, reversedByName }: CreditView) => <bdi>{reversedByName ?? decidedByName}</bdi>
  return [
    { id: 'name', header: t('credits_name'), kind: 'text', group: (row) => row.name },
    { id: 'amount', header: t('credit_amount'), kind: 'money', sum: true },
    { id: 'state', header: t('credits_state'), cell: state, group: stateOf },
    { id: 'reason', header: t('credit_reason'), kind: 'text' },
    { id: 'cash', header: t('credits_cash'), cell: ({ cash }) => cash && t('credits_cash') },
    { id: 'askedAt', header: t('credits_at'), kind: 'time' },
    { id: 'askedByName', header: t('credits_by'), kind: 'text', group: (row) => row.askedByName },
    { id: 'second', header: t('credits_second'), cell: second },
  ]
}

/** Actions on a credit; each needs a confirmation [design/money-54]. */
type Act = 'approve' | 'refuse' | 'reverse'

/** The element that says why an admin cannot approve a credit: another one must agree. */
const ownNote = 'credit-own-note'

/** `/addtowallet`: credits a wallet, and lists the credits that were posted or wait for approval [wallet-7]. */
export const AddToWalletPage = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const switched = useDemoActions()
  const { user } = useSession()
  const list = useList(creditList)
  const [asked, setAsked] = useState<{ readonly id: Act; readonly row: CreditView } | null>(null)
  const moves = {
    approve: usePress(creditsCalls.approve),
    refuse: usePress(creditsCalls.refuse),
    reverse: usePress(creditsCalls.reverse),
  }
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: creditList.key })
    setAsked(null)
  }
  const ended = closing(refresh)
  const action = (id: Act): RowAction<CreditView> => ({
    id,
    label: t(`credit_${id}`),
    name: ({ name }) => t(`credit_${id}_one`, { name }),
    strong: id === 'approve',
    danger: id !== 'approve',
    run: (row) => setAsked({ id, row }),
  })
  const actions = ({ state, askedBy }: CreditView): readonly RowAction<CreditView>[] => {
    if (state === 'credited') return [action('reverse')]
    if (state !== 'waiting') return []
    const approve = action('approve')
    return [askedBy === user?.id ? { ...approve, offBy: ownNote } : approve, action('refuse')]
  }
  const deciding = asked !== null && asked.id !== 'reverse' ? { id: asked.id, row: asked.row } : null
  const about = asked && { amount: format.money(asked.row.amount), name: asked.row.name }
  return (
    <>
      <div className={classes.top}>
        <Title order={1} size="h3">
          {t('credit_title')}
        </Title>
        <CreditForm />
      </div>
      <ListPage
        name="credits"
        title={t('credits')}
        titleOrder={2}
        searchLabel={t('credits_search')}
        list={list}
        columns={useDeclaredColumns(list, columnsOf(t))}
        rowId={({ id }) => id}
        rowLabel={({ name }) => t('credit_row', { name })}
        onOpen={({ name }) => list.change({ q: name })}
        rowActions={(row) => switched(actions(row))}
        more={
          list.rows?.some(({ state, askedBy }) => state === 'waiting' && askedBy === user?.id) && (
            <Text id={ownNote} size="sm" c="dimmed">
              {t('credit_own_waits')}
            </Text>
          )
        }
        filters={[
          {
            name: 'state',
            label: t('credits_state'),
            all: t('credits_all'),
            choices: creditStates.map((id) => ({ id, label: t(`credit_state_${id}`) })),
          },
        ]}
        empty={
          <>
            <Text fw={600}>{t('credits_none')}</Text>
            <Text>{t('credits_none_hint')}</Text>
          </>
        }
      />
      {asked?.id === 'reverse' && (
        <WrittenReasonDialog
          title={t('credit_reverse_title', { ...about })}
          lead={t('credit_reverse_lead')}
          confirm={t('credit_reverse')}
          danger
          busy={moves.reverse.isPending}
          onConfirm={(reason) => moves.reverse.mutate({ params: { id: asked.row.id }, body: { reason } }, ended)}
          onClose={() => setAsked(null)}
        />
      )}
      {deciding !== null && (
        <ConfirmDialog
          title={t(deciding.id === 'approve' ? 'credit_confirm' : 'credit_refuse_title', { ...about })}
          lead={deciding.row.reason}
          confirm={t(`credit_${deciding.id}`)}
          keep={t('cancel')}
          harmless={deciding.id === 'approve'}
          busy={moves[deciding.id].isPending}
          onConfirm={() => moves[deciding.id].mutate({ params: { id: deciding.row.id }, body: {} }, ended)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
