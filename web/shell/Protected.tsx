import type { Role } from '@remis/domain/kit/endpoint'
import { useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, type ReactNode } from 'react'
import { paths } from '../paths.ts'
import { GoTo } from '../platform/page/GoTo.tsx'
import { keepPage, sessionLapse } from '../platform/api/session-lapse.ts'
import { sessionOver, useSession } from '../platform/api/session.ts'
import { lazyPart } from '../platform/page/lazy-part.tsx'
import { ScreenError, ScreenSpinner } from './Screen.tsx'

const SessionEnded = lazyPart(async () => (await import('../accounts/SessionEnded.tsx')).SessionEnded)

interface Props {
  readonly permit: readonly Role[]
  readonly children: ReactNode
}

/**
 * A user type that `permit` does not name is redirected to /login [accounts-6]. Shows a spinner until the
 * authentication state is known [accounts-7]. When the session ends, the page stays behind a dialog to sign in again
 * [design/accounts-134].
 */
export const Protected = ({ permit, children }: Props) => {
  const session = useSession()
  const { pathname } = useLocation()
  const lapsed = sessionLapse.useValue()
  useEffect(() => keepPage(sessionOver), [])
  if (lapsed !== null && lapsed !== 'ended') return <Load address={lapsed.loads} />
  if (session.state === 'unknown') return session.failed ? <ScreenError reset={session.retry} /> : <ScreenSpinner />
  if (session.state === 'signed-out') return <ToLogin />
  if (!permit.includes(session.user.usertype)) return <GoTo address={paths.login()} />
  // An admin who must set up a second step first sees no other screen [design/accounts-69]. No wrapper: the page must
  // not mount a second time once the step is set up, because its recovery codes are shown only then.
  if (session.user.twoFactorNeeded && pathname !== paths.security()) return <GoTo address={paths.security()} />
  return (
    <>
      {children}
      {lapsed === 'ended' && (
        <Suspense>
          <SessionEnded />
        </Suspense>
      )}
    </>
  )
}

/** A page load, so that nothing of the former person stays in memory. */
const Load = ({ address }: { address: string }) => {
  useEffect(() => window.location.replace(address), [address])
  return <ScreenSpinner />
}

/** Redirects to the sign-in, which then returns to this page. */
const ToLogin = () => {
  const { href } = useLocation()
  return <GoTo address={paths.loginThen(href)} />
}
