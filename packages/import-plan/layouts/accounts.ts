import type { Layout } from '../src/suggest/layout.ts';

/** Contacts, All contacts, Export, 2024. The template of an import marks its first column: *ContactName. */
export const xeroContacts: Layout = {
  program: 'Xero contacts',
  headers: ['ContactName', 'AccountNumber', 'EmailAddress', 'POAddressLine1', 'SAAddressLine1'],
  profile: {
    schema: 'interestAccount',
    lookup: 'name',
    columns: {
      ContactName: 'name',
      AccountNumber: 'ownerNumber',
      EmailAddress: 'email',
      PhoneNumber: 'phone',
    },
    join: {
      address: {
        columns: [
          'POAddressLine1',
          'POAddressLine2',
          'POAddressLine3',
          'POAddressLine4',
          'POCity',
          'PORegion',
          'POPostalCode',
          'POCountry',
        ],
        with: ', ',
      },
    },
  },
  reasons: {
    FirstName: 'it is a person of the contact, whose name is in ContactName',
    LastName: 'it is a person of the contact, whose name is in ContactName',
    MobileNumber: 'an account has one phone; PhoneNumber has it',
  },
};

/** QuickBooks Online, Customers, Export to Excel, 2024. */
export const quickBooksCustomers: Layout = {
  program: 'QuickBooks customers',
  headers: ['Name', 'Company name', 'Street Address', 'Customer type', 'Open Balance'],
  profile: {
    schema: 'interestAccount',
    lookup: 'name',
    columns: { Name: 'name', Phone: 'phone', Email: 'email' },
    join: { address: { columns: ['Street Address', 'City', 'State', 'Zip', 'Country'], with: ', ' } },
  },
  reasons: { 'Company name': 'the name of the account is in Name' },
};

/** DATEV format, Debitoren/Kreditoren, version 5 of the category: the second row has the names of the columns. */
export const datevDebtors: Layout = {
  program: 'DATEV Debitoren/Kreditoren',
  headers: [
    'Konto',
    'Name (Adressattyp Unternehmen)',
    'Name (Adressattyp natürl. Person)',
    'Kurzbezeichnung',
  ],
  profile: {
    schema: 'interestAccount',
    lookup: 'ownerNumber',
    columns: { Konto: 'ownerNumber', 'E-Mail': 'email', Telefon: 'phone' },
    join: {
      name: [
        'Name (Adressattyp Unternehmen)',
        'Vorname (Adressattyp natürl. Person)',
        'Name (Adressattyp natürl. Person)',
        'Name (Adressattyp keine Angabe)',
      ],
      address: { columns: ['Straße', 'Postleitzahl', 'Ort', 'Land'], with: ', ' },
    },
  },
  reasons: { Kurzbezeichnung: 'the name of the account is in the columns of names' },
};
