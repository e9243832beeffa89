import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createElement as h, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createInstance } from 'i18next'
import { I18nextProvider } from 'react-i18next'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../platform/api/plain-call.ts'
import { ConfirmPassword } from './ConfirmPassword.tsx'
import { securityQuery } from './security/security-query.ts'

// a dialog is a portal, which the renderer of a server leaves out
vi.mock('../ui/dialogs/Dialog.tsx', () => ({ Dialog: ({ children }: { children: ReactNode }) => children }))

// each text is its key
const keysAlone = createInstance()
void keysAlone.init({ lng: 'en', resources: {} })

const shownWith = (password: boolean): string => {
  queryClient.setQueryData(securityQuery.queryKey, { password } as never)
  const dialog = h(ConfirmPassword, { onConfirmed: () => undefined, onClose: () => undefined })
  const page = h(QueryClientProvider, { client: queryClient }, h(MantineProvider, null, dialog))
  return renderToStaticMarkup(h(I18nextProvider, { i18n: keysAlone }, page))
}

it('a person without a password is not asked for one, whatever is to be confirmed [design/accounts-67]', () => {
  expect(shownWith(true)).toContain('type="password"')
  const without = shownWith(false)
  expect(without).toContain('confirm_by_sign_in')
  expect(without).not.toContain('type="password"')
})
