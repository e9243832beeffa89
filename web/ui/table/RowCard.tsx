import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import type { TableColumn } from './list-state.ts'
import classes from './RowCard.module.css'

interface Props<Row> {
  readonly columns: readonly TableColumn<Row>[]
  readonly row: Row
  readonly label: string
  readonly onOpen: () => void
  readonly actions: ReactNode
}

/** A row on a phone: its first column as the title, the others below with their names, without those that are empty. */
export const RowCard = <Row extends object>({
  columns: [first, ...others],
  row,
  label,
  onOpen,
  actions,
}: Props<Row>) => (
  <article className={classes.card}>
    <button type="button" onClick={onOpen}>
      {first?.cell(row)}
      <VisuallyHidden>, {label}</VisuallyHidden>
    </button>
    <dl>
      {others
        .map(({ id, header, cell }) => ({ id, header, content: cell(row) }))
        .filter(({ content }) => content !== null && content !== '')
        .map(({ id, header, content }) => (
          <div key={id}>
            <dt>{header}</dt>
            <dd>{content}</dd>
          </div>
        ))}
    </dl>
    {actions !== null && <footer>{actions}</footer>}
  </article>
)
