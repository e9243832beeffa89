import type { ReactNode, Ref } from 'react'
import classes from './WideButton.module.css'
import spinner from './Spinner.module.css'

interface Props {
  readonly children: ReactNode
  /** disabled, with a spinner */
  readonly busy: boolean
  readonly buttonRef?: Ref<HTMLButtonElement>
}

/** The main button of the first page, which has no Mantine. */
export const WideButton = ({ children, busy, buttonRef }: Props) => (
  <button ref={buttonRef} type="submit" className={classes.button} disabled={busy} aria-busy={busy}>
    {busy ? <Spinner size={24} /> : children}
    {busy && <span className={classes.visuallyHidden}>{children}</span>}
  </button>
)

/** Loading indicator without a text; the parent labels it. Size in px. */
export const Spinner = ({ size }: { size: number }) => (
  <svg className={spinner.spinner} viewBox="0 0 24 24" width={size} height={size} aria-hidden>
    <circle cx="12" cy="12" r="9.5" />
  </svg>
)
