import { MantineProvider } from '@mantine/core'
import { notificationsStore } from '@mantine/notifications'
import { AppError } from '@remis/domain/messages/app-error'
import { QueryClientProvider } from '@tanstack/react-query'
import { createElement as h, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createInstance } from 'i18next'
import { I18nextProvider } from 'react-i18next'
import { expect, it, vi } from 'vitest'
import { NotConfirmed } from '../platform/api/call-outcome.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { showError, showFailure } from '../platform/show-message.ts'
import { ConfirmPassword } from './ConfirmPassword.tsx'
import { securityQuery } from './security/security-query.ts'

// a dialog is a portal, which the renderer of a server leaves out
vi.mock('../ui/dialogs/Dialog.tsx', () => ({ Dialog: ({ children }: { children: ReactNode }) => children }))

vi.mock(import('../platform/i18n.ts'), async (original) => ({
  ...(await original()),
  withTexts: (_, loaded) => loaded,
}))

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

it('closing the dialog shows no message, and leaves the one before [design/accounts-171]', async () => {
  const shown = () => notificationsStore.getState().notifications.map(({ id }) => id)
  showError(new AppError(403, 'forbidden'))
  await expect.poll(shown).toHaveLength(1)
  const before = shown()
  showError(new NotConfirmed())
  showFailure(new NotConfirmed())
  await vi.dynamicImportSettled()
  expect(shown()).toEqual(before)
})
