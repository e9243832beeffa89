import '../../ui/mantine-parts.ts'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { useColorScheme } from './color-scheme.ts'
import { cssVariables, theme } from '../../theme.ts'

const nonce = (): string => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

// Dialogs lock the page behind them by a style tag of another library, which reads its nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce() })

/** Mantine for what stands within; it may stand within itself. The first page goes without. */
export const WithMantine = ({ children }: { children: ReactNode }) => (
  <DirectionProvider>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      // every variable is written at run time: the file with Mantine's defaults weighs more than the code that makes them
      deduplicateCssVariables={false}
      forceColorScheme={useColorScheme()}
      getStyleNonce={nonce}
    >
      {children}
    </MantineProvider>
  </DirectionProvider>
)
