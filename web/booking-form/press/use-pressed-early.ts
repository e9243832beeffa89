import { useEffect, useState } from 'react'
import type { useSession } from '../../platform/api/session.ts'
import { showMessage } from '../../platform/show-message.ts'

/**
 * Handles a press of Book while session, car types or settings are loading (`waits`): runs `book` once they are loaded.
 * Shows an error, not the sign-in, if the session cannot be read [design/web-160].
 */
export const usePressedEarly = (waits: boolean, session: ReturnType<typeof useSession>, book: () => void) => {
  /** the number of failed session reads at the press */
  const [pressed, setPressed] = useState<number | null>(null)
  const press = () => {
    const isUnread = session.state === 'unknown'
    if (isUnread && session.failed) session.retry()
    setPressed(isUnread ? session.failures : 0)
  }

  const isUnknown = pressed !== null && session.state === 'unknown' && session.failed && session.failures > pressed
  useEffect(() => {
    if (!isUnknown) return
    setPressed(null)
    showMessage('fetch_call_error')
  }, [isUnknown])

  const bookNow = pressed !== null && !waits
  useEffect(() => {
    if (!bookNow) return
    setPressed(null)
    book()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, as a press
  }, [bookNow])

  return { isPressed: pressed !== null, press }
}
