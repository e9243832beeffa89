import { Button, Group } from '@mantine/core'
import type { DueView } from '@remis/domain/booking/unpaid/payment-due'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { useFormat } from '../../platform/use-format.ts'
import classes from './EstimateDialog.module.css'
import { withSearch } from '../../platform/page/with-search.ts'

interface Props {
  readonly due: DueView
  readonly onLeave: () => void
  /** books the ride in cash with the debts */
  readonly onInCash: () => void
}

/**
 * What the rider owes, with a button for each way to pay it: first [design/money-22], or with this ride
 * [design/money-70].
 */
export const PayFirst = ({ due, onLeave, onInCash }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const way = (key: string, amount: number, to: string, search: object, text: 'pay_first_owed' | 'pay_first_ride') => (
    <Button
      key={key}
      className={classes.way ?? ''}
      classNames={{ label: classes.wrapped }}
      size="compact-md"
      variant="light"
      onClick={onLeave}
      renderRoot={(props) => (
        <Link {...props} to={to} {...withSearch(search)}>
          {props['children'] as ReactNode}
        </Link>
      )}
    >
      {t(text, { amount: format.money(amount) })}
    </Button>
  )
  return (
    <Group gap="sm" mt="xs">
      {due.inCash && (
        <Button
          className={classes.way ?? ''}
          classNames={{ label: classes.wrapped }}
          size="compact-md"
          onClick={onInCash}
        >
          {t('pay_first_in_cash', { amount: format.money(due.owed) })}
        </Button>
      )}
      {due.owed > 0 && way('owed', due.owed, paths.wallet(), { add: due.owed }, 'pay_first_owed')}
      {due.bookings.map(({ id, amount }) => way(id, amount, paths.trip(id), {}, 'pay_first_ride'))}
    </Group>
  )
}
