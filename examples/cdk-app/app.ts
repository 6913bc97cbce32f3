import { BulkImportStack, DataAccessStack } from '@sluice/infra';
import { App } from 'aws-cdk-lib';
import { settings } from './settings.ts';

const app = new App();
const dataAccess = new DataAccessStack(app, 'CountyRecords', { settings });
new BulkImportStack(app, 'CountyImports', { settings, dataAccess });
app.synth();
