import type { Layout } from '../src/suggest/layout.ts';

const name = ['First Name', 'Last Name'];

/** A report of contacts and accounts, Lightning Experience, Winter '25, exported as CSV. */
export const salesforceContacts: Layout = {
  program: 'Salesforce contacts',
  headers: ['First Name', 'Last Name', 'Account Name', 'Mailing Street'],
  profile: {
    schema: 'client',
    lookup: 'email',
    columns: { Email: 'email', Phone: 'workPhone', Mobile: 'cellPhone', 'Home Phone': 'homePhone' },
    join: { name },
  },
  reasons: { Salutation: 'it is not part of the name', Title: 'it is the title of the job' },
};

/** Contacts, all properties of the default view, exported as CSV, 2024. */
export const hubspotContacts: Layout = {
  program: 'HubSpot contacts',
  headers: ['Record ID', 'First Name', 'Last Name', 'Email', 'Contact owner'],
  profile: {
    schema: 'client',
    lookup: 'email',
    columns: { Email: 'email', 'Phone Number': 'workPhone', 'Mobile Phone Number': 'cellPhone' },
    join: { name },
  },
  reasons: { 'Record ID': 'it is the id of HubSpot; the service sets its own' },
};

/** contacts.google.com, Export, Google CSV, since 2024. */
export const googleContacts: Layout = {
  program: 'Google Contacts',
  headers: ['First Name', 'Last Name', 'File As', 'Labels', 'E-mail 1 - Value'],
  profile: {
    schema: 'client',
    lookup: 'email',
    columns: { 'E-mail 1 - Value': 'email', 'Phone 1 - Value': 'cellPhone', 'Phone 2 - Value': 'workPhone' },
    join: { name: ['First Name', 'Middle Name', 'Last Name'] },
  },
  between: ' ::: ',
  reasons: {
    'Phone 1 - Label': 'it says which phone the next column has, row by row; compare some',
    'Phone 2 - Label': 'it says which phone the next column has, row by row; compare some',
    'E-mail 2 - Value': 'a client has one e-mail address',
  },
};

/** The classic Outlook for Windows, Export to a file, comma-separated values, Microsoft 365; Outlook on the web has the same. */
export const outlookContacts: Layout = {
  program: 'Outlook contacts',
  headers: ['First Name', 'Last Name', 'E-mail Address', 'Business Phone', 'Home Phone'],
  profile: {
    schema: 'client',
    lookup: 'email',
    columns: {
      'E-mail Address': 'email',
      'Business Phone': 'workPhone',
      'Home Phone': 'homePhone',
      'Mobile Phone': 'cellPhone',
    },
    join: { name: ['First Name', 'Middle Name', 'Last Name'] },
  },
  reasons: {
    Title: 'it is not part of the name',
    Suffix: 'it is not part of the name',
    'E-mail 2 Address': 'a client has one e-mail address',
    'E-mail 3 Address': 'a client has one e-mail address',
  },
};

/** An audience, Export Audience, 2024: subscribed_members_export_….csv. */
export const mailchimpAudience: Layout = {
  program: 'Mailchimp audiences',
  headers: ['Email Address', 'MEMBER_RATING', 'OPTIN_TIME', 'LEID', 'EUID'],
  profile: {
    schema: 'client',
    lookup: 'email',
    columns: { 'Email Address': 'email', 'Phone Number': 'cellPhone', TIMEZONE: 'timezone' },
    join: { name },
  },
};

/** Dashboard, Customers, Export, all columns, 2024. */
export const stripeCustomers: Layout = {
  program: 'Stripe customers',
  headers: ['id', 'Email', 'Name', 'Created (UTC)', 'Delinquent'],
  profile: {
    schema: 'client',
    lookup: 'email',
    columns: { Email: 'email', Name: 'name', Phone: 'cellPhone' },
  },
  reasons: { id: 'it is the id of Stripe; the service sets its own' },
};

/** Admin, Customers, Export, CSV for Excel, 2024. */
export const shopifyCustomers: Layout = {
  program: 'Shopify customers',
  headers: ['Customer ID', 'First Name', 'Last Name', 'Email', 'Accepts Email Marketing', 'Total Spent'],
  profile: {
    schema: 'client',
    lookup: 'email',
    columns: { Email: 'email', Phone: 'cellPhone' },
    join: { name },
  },
  reasons: { 'Default Address Phone': 'it belongs to an address; Phone is that of the customer' },
};
