import { checkWalletCredit, type CreditFault } from '@remis/domain/payments/wallet-credit'
import { lockWalletRole } from '../../people/find-person.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Payment } from '../payment-store.ts'

/** `checkWalletCredit` of a payment that is locked; the payer's row is locked until the commit too. */
export const checkCreditOf = async (tx: Tx, { userId, isDisputed }: Payment): Promise<CreditFault | null> =>
  checkWalletCredit({ isDisputed, hasWallet: (await lockWalletRole(tx, userId)) !== null })
