import type { LanguagesCache } from '../backoffice/languages/languages-cache.ts'
import type { DispatchDeps } from '../dispatch/dispatch-deps.ts'
import type { MailDeps } from '../mail/mail-deps.ts'

export type DocumentsDeps = DispatchDeps & MailDeps & { readonly languages: LanguagesCache }
