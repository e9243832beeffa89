import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import { GoTo } from '../platform/page/GoTo.tsx'
import { useSession } from '../platform/api/session.ts'
import { ScreenError, ScreenSpinner } from './Screen.tsx'

/**
 * `permit` is a comma-separated list of user types; another type is redirected to /login [accounts-6]. Shows a spinner
 * until the authentication state is known [accounts-7].
 */
export const Protected = ({ permit, children }: { permit: string; children: ReactNode }) => {
  const session = useSession()
  if (session.state === 'unknown') return session.failed ? <ScreenError reset={session.retry} /> : <ScreenSpinner />
  if (session.state === 'signed-out') return <ToLogin />
  if (!permit.split(',').includes(session.user.usertype)) return <GoTo address={paths.login()} />
  if (session.user.twoFactorNeeded) return <OnlySecurity>{children}</OnlySecurity>
  return children
}

/** An admin who must set up a second step first sees no other screen [design/accounts-69]. */
const OnlySecurity = ({ children }: { children: ReactNode }) =>
  useLocation().pathname === paths.security() ? children : <GoTo address={paths.security()} />

/** Redirects to the sign-in, which then returns to this page. */
const ToLogin = () => {
  const { href } = useLocation()
  return <GoTo address={paths.loginThen(href)} />
}
