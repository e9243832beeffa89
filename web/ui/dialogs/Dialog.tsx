import { CloseButton, Modal } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import classes from './Dialog.module.css'
import '../mantine-parts.ts'
import { useDialog } from './use-dialog.ts'

interface Props {
  readonly title: string
  readonly closeLabel: string
  /** width in px */
  readonly size?: number
  /** a list of suggestions may go beyond the edge; for a short dialog, since it does not scroll then */
  readonly open?: boolean
  /** its form is being sent: it stays open [design/web-138] */
  readonly busy?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

interface FieldsProps {
  readonly busy: boolean
  readonly children: ReactNode
}

/** Fields beside the buttons of a dialog: they cannot be changed while they are sent [design/web-184]. */
export const DialogFields = ({ busy, children }: FieldsProps) => (
  <fieldset className={classes.fields} disabled={busy}>
    {children}
  </fieldset>
)

/** The second press of a double press falls on the overlay [design/web-220]. ms */
const overlayRestsMs = 500

/** Whether a press beside the dialog closes it: not in the first moment. */
const useOverlayCloses = (): boolean => {
  const [closes, setCloses] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setCloses(true), overlayRestsMs)
    return () => clearTimeout(timer)
  }, [])
  return closes
}

/** A dialog with its title in a `div`: Mantine's `<header>` would be a second banner landmark. */
export const Dialog = ({ title, closeLabel, size = 440, open = false, busy = false, onClose, children }: Props) => {
  const close = () => {
    if (!busy) onClose()
  }
  useDialog(close)
  const overlayCloses = useOverlayCloses()
  return (
    <Modal.Root opened onClose={close} closeOnClickOutside={overlayCloses} centered size={size}>
      <Modal.Overlay />
      <Modal.Content radius="lg" className={open ? classes.open : undefined}>
        <div className={classes.head}>
          <Modal.Title className={classes.title ?? ''}>{title}</Modal.Title>
          <CloseButton size="lg" aria-label={closeLabel} disabled={busy} onClick={close} />
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
