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
  return children
}

/** Redirects to the sign-in, which then returns to this page. */
const ToLogin = () => {
  const { href } = useLocation()
  return <GoTo address={paths.loginThen(href)} />
}
