import { Skeleton, Text } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../people.module.css'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { ReadFailure } from '../../ui/ReadFailure.tsx'

interface Props<Row> {
  readonly rows: readonly Row[] | undefined
  readonly failed: boolean
  readonly onRetry: () => void
  /** null: it has one page */
  readonly list: ComponentProps<typeof MoreButton>['list'] | null
  readonly none: string
  readonly keyOf: (row: Row) => string
  readonly children: (row: Row) => ReactNode
}

/** The rows of a tab: loading, failed, empty, more. */
export const Pages = <Row,>({ rows, failed, onRetry, list, none, keyOf, children }: Props<Row>) => {
  const { t } = useTranslation()
  if (rows === undefined)
    return failed ? (
      <ReadFailure text={t('person_failed')} onRetry={onRetry} />
    ) : (
      <Skeleton height={160} aria-busy="true" />
    )
  if (rows.length === 0) return <Text c="dimmed">{none}</Text>
  return (
    <>
      <ul className={classes.rows}>
        {rows.map((row) => (
          <li key={keyOf(row)}>{children(row)}</li>
        ))}
      </ul>
      {list !== null && <MoreButton list={list} failure={t('person_failed')} />}
    </>
  )
}
