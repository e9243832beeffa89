import type { ReactNode, Ref } from 'react'
import { Spinner } from './Spinner.tsx'
import classes from './WideButton.module.css'

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
