import type { Layout } from '../src/suggest/layout.ts';
import { datevDebtors, quickBooksCustomers, xeroContacts } from './accounts.ts';
import {
  googleContacts,
  hubspotContacts,
  mailchimpAudience,
  outlookContacts,
  salesforceContacts,
  shopifyCustomers,
  stripeCustomers,
} from './people.ts';

/** The exports that are known by their headers. */
export const layouts: readonly Layout[] = [
  salesforceContacts,
  hubspotContacts,
  googleContacts,
  outlookContacts,
  mailchimpAudience,
  stripeCustomers,
  shopifyCustomers,
  xeroContacts,
  quickBooksCustomers,
  datevDebtors,
];
