import type { ReactNode, Ref } from 'react'
import classes from './WideButton.module.css'
import spinner from './Spinner.module.css'

interface Props {
  readonly children: ReactNode
  /** at work: cannot be pressed again */
  readonly busy: boolean
  readonly buttonRef?: Ref<HTMLButtonElement>
}

/** The one main button of the first page, which goes without Mantine. */
export const WideButton = ({ children, busy, buttonRef }: Props) => (
  <button ref={buttonRef} type="submit" className={classes.button} disabled={busy} aria-busy={busy}>
    {busy ? <Spinner size={24} /> : children}
    {busy && <span className={classes.heard}>{children}</span>}
  </button>
)

/** Something is on its way; the words for it stand with whoever shows this. Size in px. */
export const Spinner = ({ size }: { size: number }) => (
  <svg className={spinner.spinner} viewBox="0 0 24 24" width={size} height={size} aria-hidden>
    <circle cx="12" cy="12" r="9.5" />
  </svg>
)
