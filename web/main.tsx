import './styles.ts'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { messages } from '@remis/domain/messages/english'
import { noticeTexts } from '@remis/domain/notices/notice-texts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { interfaceTexts } from './i18n/english.ts'
import { tripTexts } from './i18n/english-trips.ts'
import { startI18n } from './platform/i18n.ts'
import { queryClient } from './platform/query.ts'
import { settingsQuery } from './platform/settings.ts'
import { router } from './routes.tsx'
import { cssVariables, theme } from './theme.ts'

const english = { ...messages, ...noticeTexts, ...interfaceTexts, ...tripTexts }
const others = { ar: async () => (await import('./i18n/load-arabic.ts')).arabic }

const nonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

const App = () => (
  <DirectionProvider>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" getStyleNonce={nonce}>
      <QueryClientProvider client={queryClient}>
        <Notifications position="top-center" limit={3} />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </DirectionProvider>
)

void queryClient.prefetchQuery(settingsQuery)
await startI18n(english, others, 600)

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
