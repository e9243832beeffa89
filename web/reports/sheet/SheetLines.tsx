import { useFormat } from '../../platform/use-format.ts'
import classes from './sheet.module.css'

interface Props {
  readonly title: string
  readonly lines: readonly { readonly label: string; readonly amount: number }[]
  /** the last line is the result of the others */
  readonly closing?: boolean
}

/** Names and amounts of a printable page. */
export const SheetLines = ({ title, lines, closing = false }: Props) => {
  const format = useFormat()
  return (
    <section className={classes.part} aria-label={title}>
      <h3>{title}</h3>
      <dl className={classes.lines} data-closing={closing || undefined}>
        {lines.map(({ label, amount }) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{format.money(amount)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
