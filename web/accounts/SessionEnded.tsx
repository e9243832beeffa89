import '../ui/mantine-parts.ts'
import { Button, MantineThemeProvider, Modal, Portal, Text } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { leaveToOther } from '../platform/api/session.ts'
import { whileVisible } from '../platform/page/while-visible.ts'
import dialog from '../ui/dialogs/Dialog.module.css'
import { useDialog } from '../ui/dialogs/use-dialog.ts'
import classes from './SessionEnded.module.css'
import { SignInForm } from './SignInForm.tsx'

/** ms; the session may have been ended because the device is in other hands */
const longest = 15 * 60_000

/**
 * Shows the sign-in form over the page of an ended session [design/accounts-134]. Only a sign-in closes it; after 15
 * minutes the page is discarded.
 */
export const SessionEnded = () => {
  const { t } = useTranslation()
  const { href } = useLocation()
  const [place, setPlace] = useState<HTMLDivElement | null>(null)
  useDialog(() => undefined)
  useLayoutEffect(() => {
    const { documentElement: page } = document
    page.toggleAttribute('data-session-ended', true)
    return () => void page.toggleAttribute('data-session-ended', false)
  }, [])
  useEffect(() => {
    const until = Date.now() + longest
    const look = () => {
      if (Date.now() >= until) leaveToOther()
    }
    const timer = setTimeout(leaveToOther, longest)
    // a timer stands still while the device sleeps
    const stop = whileVisible(look)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [])
  // Its own container, also for what opens from the dialog: theme.css hides everything else.
  return (
    <Portal reuseTargetNode={false} id="sign-in-again">
      <div ref={setPlace} />
      {place !== null && (
        <MantineThemeProvider theme={{ components: { Portal: { defaultProps: { target: place } } } }}>
          <Modal.Root opened onClose={() => undefined} centered size={440}>
            <Modal.Overlay />
            <Modal.Content radius="lg">
              <div className={dialog.head}>
                <Modal.Title className={dialog.title ?? ''}>{t('session_ended')}</Modal.Title>
              </div>
              <Modal.Body>
                <Text mb="md">{t('session_ended_lead')}</Text>
                <SignInForm over next={href} />
                <Button className={classes.other ?? ''} variant="subtle" size="md" fullWidth onClick={leaveToOther}>
                  {t('sign_in_as_other')}
                </Button>
              </Modal.Body>
            </Modal.Content>
          </Modal.Root>
        </MantineThemeProvider>
      )}
    </Portal>
  )
}
